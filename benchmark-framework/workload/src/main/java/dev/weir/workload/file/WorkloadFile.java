package dev.weir.workload.file;

import dev.weir.workload.Workload;
import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads workload files: OMB's as they are, and Weir's additional fields. */
public final class WorkloadFile {
    private WorkloadFile() {}

    /**
     * Reads a workload file. Its {@code payloadFile} is searched beside the file, then, as in OMB, in the working
     * directory, then in the folders above the file.
     *
     * @param problems receives all problems of the file, each mistake once, however many runs have it
     * @return empty if there was an error
     */
    public static Optional<WorkloadSeries> readAll(Path file, Problems problems) {
        return readAll(file, Path.of(""), List.of(), problems);
    }

    /**
     * Reads a workload file with other values of some fields.
     *
     * @param set fields that the command line gives
     */
    public static Optional<WorkloadSeries> readAll(Path file, List<FieldOption> set, Problems problems) {
        return readAll(file, Path.of(""), set, problems);
    }

    /**
     * Makes a workload from options alone.
     *
     * @param fields at least one
     */
    public static Optional<WorkloadSeries> of(List<FieldOption> fields, Problems problems) {
        YamlFile yaml = withoutFile(fields, problems);
        List<FieldChange> changes = FieldOption.changes(fields, yaml);
        return changes.size() < fields.size()
                ? Optional.empty()
                : new SeriesReader(yaml, Path.of(""), changes)
                        .read(Nodes.mapping(changes.get(0).key(), List.of()));
    }

    public static String text(List<FieldOption> fields) {
        List<FieldChange> changes = FieldOption.changes(fields, withoutFile(fields, new Problems()));
        return FieldOption.text(
                ChangedMapping.ofWorkload(Nodes.mapping(changes.get(0).key(), List.of()), changes));
    }

    private static YamlFile withoutFile(List<FieldOption> fields, Problems problems) {
        return new YamlFile(Path.of("load.yaml"), WorkloadFields.TABLE.kind(), problems)
                .withOptions(FieldOption.names(fields));
    }

    /** Reads a workload file with one run; if it has several, its first run. */
    public static Optional<Workload> read(Path file, Problems problems) {
        return read(file, Path.of(""), problems);
    }

    static Optional<Workload> read(Path file, Path workingDirectory, Problems problems) {
        return readAll(file, workingDirectory, List.of(), problems)
                .map(series -> series.points().get(0).workload());
    }

    private static Optional<WorkloadSeries> readAll(
            Path file, Path workingDirectory, List<FieldOption> set, Problems problems) {
        var yaml = new YamlFile(file, WorkloadFields.TABLE.kind(), problems).withOptions(FieldOption.names(set));
        return yaml.root()
                .filter(root -> FileKind.WORKLOAD.isPossibly(yaml, root))
                .flatMap(root -> new SeriesReader(yaml, workingDirectory, FieldOption.changes(set, yaml)).read(root));
    }
}
