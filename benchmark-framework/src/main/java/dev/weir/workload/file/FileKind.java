package dev.weir.workload.file;

import dev.weir.driver.config.NearestName;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.WorkersFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.YamlFile;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** What a file that a run takes can be. */
public enum FileKind {
    /** See {@code WorkloadFile}. */
    WORKLOAD,

    /** See {@code DriverFile}. */
    DRIVER,

    /** See {@code WorkersFile}. */
    WORKERS;

    private static final int LEAST_FOREIGN = 3;
    private static final int MOST_SHOWN = 3;

    /** For people, such as {@code workload file}. */
    public String kind() {
        return table().kind();
    }

    private FieldTable table() {
        return switch (this) {
            case WORKLOAD -> WorkloadFields.TABLE;
            case DRIVER -> DriverFields.TABLE;
            case WORKERS -> WorkersFields.TABLE;
        };
    }

    /** What most of a file's fields belong to; a workload file if nothing tells. */
    static FileKind of(MappingNode root) {
        Set<String> fields = names(root).collect(Collectors.toSet());
        return Stream.of(values())
                .max(Comparator.comparingLong((FileKind each) -> each.known(fields))
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /**
     * Whether a file can be of this kind. One that has fields of another kind and none of this, or more that are of no kind
     * and not near one than others, is reported by one problem, in place of one for each of its fields.
     */
    boolean isPossibly(YamlFile yaml, MappingNode root) {
        Set<String> fields = names(root).collect(Collectors.toCollection(LinkedHashSet::new));
        FileKind likeliest = of(root);
        long known = likeliest.known(fields);
        List<String> foreign = (known == 0 ? this : likeliest).foreign(fields);
        boolean namesDriver = DriverFile.named(root).isPresent(); // which alone knows its fields
        if (foreign.size() >= LEAST_FOREIGN && foreign.size() > known && !namesDriver) {
            yaml.error(
                    0,
                    "",
                    "must be a " + kind() + ", and "
                            + (known == 0 ? "has none of its fields" : "most of its fields are unknown")
                            + ": it has " + foreign.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                            + (foreign.size() > MOST_SHOWN ? ", ..." : ""));
            return false;
        }
        if (likeliest == this || known == 0 || known(fields) > 0) {
            return true;
        }
        yaml.error(0, "", "must be a " + kind() + ", is a " + likeliest.kind() + likeliest.option());
        return false;
    }

    /** Those that a person can hardly have misspelt. */
    private List<String> foreign(Set<String> fields) {
        Set<String> ours = table().fields().keySet();
        return fields.stream()
                .filter(field -> !field.equals("name")
                        && !ours.contains(field)
                        && NearestName.of(field, ours).isEmpty())
                .toList();
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
