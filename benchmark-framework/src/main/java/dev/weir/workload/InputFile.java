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
     * Reads a file as what it seems to be: what most of its fields belong to. Once: it may be a pipe.
     *
     * @param problems gets all that is wrong with it
     * @return empty if it cannot be read at all
     */
    public static Optional<InputFile> check(Path file, Drivers drivers, Problems problems) {
        Optional<MappingNode> root = new YamlFile(file, "workload, driver or workers file", problems).root();
        Optional<InputFile> kind = root.map(InputFile::of);
        kind.ifPresent(each -> each.check(new YamlFile(file, each.kind(), problems), root.orElseThrow(), drivers));
        return kind;
    }

    private void check(YamlFile yaml, MappingNode root, Drivers drivers) {
        switch (this) {
            case WORKLOAD ->
                new SeriesReader(yaml, Path.of(""))
                        .read(root)
                        .ifPresent(series -> series.checkDriverChanges(drivers, yaml.problems()));
            case DRIVER -> DriverFile.read(yaml, root, drivers);
            case WORKERS -> WorkersFile.read(yaml, root);
        }
    }

    private FieldTable table() {
        return switch (this) {
            case WORKLOAD -> WorkloadFields.TABLE;
            case DRIVER -> DriverFields.TABLE;
            case WORKERS -> WorkersFile.TABLE;
        };
    }

    /** What most of a file's fields belong to; a workload file if nothing tells. */
    private static InputFile of(MappingNode root) {
        Set<String> fields = names(root).collect(Collectors.toSet());
        return Stream.of(values())
                .max(Comparator.comparingLong((InputFile each) -> each.known(fields))
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /**
     * Whether a file is of this kind, or of none beyond doubt. One that has fields of another kind and none of this is
     * reported by one problem, in place of one for each of its fields.
     */
    boolean isPossibly(YamlFile yaml, MappingNode root) {
        Set<String> fields = names(root).collect(Collectors.toSet());
        InputFile likeliest = of(root);
        if (likeliest == this || likeliest.known(fields) == 0 || known(fields) > 0) {
            return true;
        }
        yaml.error(0, "", "must be a " + kind() + ", is a " + likeliest.kind() + likeliest.option());
        return false;
    }

    /** With which the command takes it. */
    private String option() {
        return switch (this) {
            case WORKLOAD -> "";
            case DRIVER -> ": name it with -d";
            case WORKERS -> ": name it with -wf";
        };
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
