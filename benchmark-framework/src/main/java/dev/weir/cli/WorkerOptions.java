package dev.weir.cli;

import dev.weir.workload.Problem;
import dev.weir.workload.Problems;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.WorkersFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the workers of a run. */
final class WorkerOptions {
    @Option(
            names = {"-w", "--workers"},
            paramLabel = "HOST:PORT,...",
            description = "Workers to use, each a running bin/benchmark-worker. Without it, this process does the work")
    private @Nullable String list;

    @Option(
            names = {"-wf", "--workers-file"},
            paramLabel = "FILE",
            description = "The same from a YAML file: 'workers: [host:port, ...]'")
    private @Nullable Path file;

    /** The workers; empty if no option was given. */
    List<WorkerAddress> read(Problems problems) {
        if (list != null && file != null) {
            problems.error(new Problem("-w", 0, "", "names workers, and -wf does too: use one of them"));
        }
        if (list != null) {
            return WorkerAddress.parseList(list, "-w", problems);
        }
        return file == null ? List.of() : WorkersFile.read(file, problems).orElse(List.of());
    }
}
