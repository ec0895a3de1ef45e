package dev.weir.workload;

import dev.weir.driver.Drivers;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A file of any kind that a run takes. */
public enum InputFile {
    /** See {@link WorkloadFile}. */
    WORKLOAD,

    /** See {@link DriverFile}. */
    DRIVER,

    /** See {@link WorkersFile}. */
    WORKERS;

    /** For people, such as {@code workload file}. */
    public String kind() {
        return table().kind();
    }

    /**
     * Reads a file as what it seems to be: what most of its fields belong to.
     *
     * @param problems gets all that is wrong with it
     */
    public static InputFile check(Path file, Drivers drivers, Problems problems) {
        InputFile kind = of(file);
        switch (kind) {
            case WORKLOAD -> WorkloadFile.read(file, problems);
            case DRIVER -> DriverFile.read(file, drivers, problems);
            case WORKERS -> WorkersFile.read(file, problems);
        }
        return kind;
    }

    private FieldTable table() {
        return switch (this) {
            case WORKLOAD -> WorkloadFields.TABLE;
            case DRIVER -> DriverFields.TABLE;
            case WORKERS -> WorkersFile.TABLE;
        };
    }

    /** What most of a file's fields belong to; a workload file if nothing tells. */
    private static InputFile of(Path file) {
        Set<String> fields = fields(file);
        return Stream.of(values())
                .max(Comparator.comparingLong((InputFile each) -> each.known(fields))
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /**
     * Whether a file is of another kind than is wanted, beyond doubt: it has fields of that one, and none of this.
     *
     * @return the other kind
     */
    public static Optional<InputFile> insteadOf(InputFile wanted, Path file) {
        Set<String> fields = fields(file);
        InputFile likeliest = of(file);
        return Optional.of(likeliest).filter(kind -> kind != wanted && wanted.known(fields) == 0);
    }

    /** Read without telling what is wrong. */
    private static Set<String> fields(Path file) {
        return new YamlFile(file, "file", new Problems())
                .root().stream().flatMap(InputFile::names).collect(Collectors.toSet());
    }

    /** {@code name} is a field of two kinds, and says nothing. */
    private long known(Set<String> fields) {
        return fields.stream()
                .filter(field -> !field.equals("name") && table().fields().containsKey(field))
                .count();
    }

    private static Stream<String> names(MappingNode root) {
        return root.getValue().stream()
                .map(entry -> entry.getKeyNode())
                .filter(ScalarNode.class::isInstance)
                .map(key -> ((ScalarNode) key).getValue());
    }
}
