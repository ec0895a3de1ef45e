package dev.weir.workload.file;

import dev.weir.driver.config.NearestName;
import dev.weir.workload.fields.DriverFields;
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

/** Kinds of files that a run reads. */
public enum FileKind {
    WORKLOAD,

    DRIVER,

    WORKERS;

    private static final int MIN_FOREIGN = 3;
    private static final int MAX_SHOWN = 3;

    /** Unknown fields that decide the kind of a file: more than a file of any kind has fields. */
    private static final int MAX_COMPARED = 1000;

    /** Returns the name for people, such as {@code workload file}. */
    public String kind() {
        return table().kind();
    }

    private FieldTable table() {
        return switch (this) {
            case WORKLOAD -> WorkloadFields.TABLE;
            case DRIVER -> DriverFields.TABLE;
            case WORKERS -> WorkersFile.TABLE;
        };
    }

    /** Returns the kind to which most of a file's fields belong; a workload file if that is unknown. */
    static FileKind of(MappingNode root) {
        Set<String> fields = names(root).collect(Collectors.toSet());
        return Stream.of(values())
                .max(Comparator.comparingLong((FileKind each) -> each.known(fields))
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /**
     * Returns whether a file can be of this kind. A file has another kind if it has fields of that kind and none of
     * this one, or if most fields are of no kind and not similar to one. It is then reported as one problem instead of
     * one for each field.
     */
    boolean isPossibly(YamlFile yaml, MappingNode root) {
        Set<String> fields = names(root).collect(Collectors.toCollection(LinkedHashSet::new));
        FileKind likeliest = of(root);
        long known = likeliest.known(fields);
        List<String> foreign = (known == 0 ? this : likeliest).foreign(fields);
        boolean namesDriver = DriverFile.named(root).isPresent(); // which alone knows its fields
        if (foreign.size() >= MIN_FOREIGN && foreign.size() > known && !namesDriver) {
            yaml.error(
                    0,
                    "",
                    "must be a " + kind() + ", and "
                            + (known == 0 ? "has none of its fields" : "most of its fields are unknown")
                            + ": it has " + foreign.stream().limit(MAX_SHOWN).collect(Collectors.joining(", "))
                            + (foreign.size() > MAX_SHOWN ? ", ..." : ""));
            return false;
        }
        if (likeliest == this || known == 0 || known(fields) > 0) {
            return true;
        }
        yaml.error(0, "", "must be a " + kind() + ", is a " + likeliest.kind() + likeliest.option());
        return false;
    }

    /** Returns fields that are probably not misspelt ones of this kind. */
    private List<String> foreign(Set<String> fields) {
        Set<String> ours = table().fields().keySet();
        return fields.stream()
                .filter(field -> !field.equals("name") && !ours.contains(field))
                .limit(MAX_COMPARED)
                .filter(field -> NearestName.of(field, ours).isEmpty())
                .toList();
    }

    private String option() {
        return switch (this) {
            case WORKLOAD -> "";
            case DRIVER -> ": name it with -d";
            case WORKERS -> ": name it with -wf";
        };
    }

    /** Returns the number of known fields without {@code name}, which is a field of two kinds. */
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
