package dev.weir.workload.file;

import dev.weir.workload.Workload;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.util.Optional;

/** Reads workload files: OMB's as they are, and our fields beyond. */
public final class WorkloadFile {
    private WorkloadFile() {}

    /**
     * Reads a workload file. A {@code payloadFile} in it is looked for beside the file, then, as OMB does, in the working
     * directory, then in the folders above the file.
     *
     * @param problems gets all that is wrong with the file, each mistake once, however many runs have it
     * @return empty if there was an error
     */
    public static Optional<WorkloadSeries> readAll(Path file, Problems problems) {
        return readAll(file, Path.of(""), problems);
    }

    /** The same of a file that asks for one run; of another one its first. */
    public static Optional<Workload> read(Path file, Problems problems) {
        return read(file, Path.of(""), problems);
    }

    static Optional<Workload> read(Path file, Path workingDirectory, Problems problems) {
        return readAll(file, workingDirectory, problems)
                .map(series -> series.points().get(0).workload());
    }

    private static Optional<WorkloadSeries> readAll(Path file, Path workingDirectory, Problems problems) {
        var yaml = new YamlFile(file, WorkloadFields.TABLE.kind(), problems);
        return yaml.root()
                .filter(root -> FileKind.WORKLOAD.isPossibly(yaml, root))
                .flatMap(root -> new SeriesReader(yaml, workingDirectory).read(root));
    }
}
