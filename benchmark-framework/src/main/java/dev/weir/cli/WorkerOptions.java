package dev.weir.cli;

import dev.weir.workload.Problem;
import dev.weir.workload.Problems;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.WorkersFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the workers of a run, and say how clients are spread over them. */
final class WorkerOptions {
    /** As in OMB, a file of this name is used where no option says otherwise. */
    private static final Path DEFAULT_FILE = Path.of("workers.yaml");

    @Option(
            names = {"-w", "--workers"},
            paramLabel = "HOST:PORT,...",
            description = "Workers to use, each a running bin/benchmark-worker. Without it, this process does the work")
    private @Nullable String list;

    @Option(
            names = {"-wf", "--workers-file"},
            paramLabel = "FILE",
            description =
                    "The same from a YAML file, 'workers: [host:port, ...]'; workers.yaml in the working directory"
                            + " is taken if it is there")
    private @Nullable Path file;

    @Option(names = "--local", description = "This process does the work, though there is a workers.yaml")
    private boolean local;

    @Option(
            names = {"-t", "--topology"},
            paramLabel = "TOPOLOGY",
            converter = TopologyNames.class,
            completionCandidates = TopologyNames.class,
            description = "How clients are spread over workers. swarm (default): each worker produces and consumes;"
                    + " ensemble: half of them produce, the others consume; extra-consumers: two thirds consume")
    private @Nullable Topology topology;

    @Option(
            names = {"-x", "--extra", "--extra-consumers"},
            description = "The same as --topology extra-consumers, for backlogs to drain fast")
    private boolean extraConsumers;

    /** The workers; empty if this process is to do the work. */
    List<WorkerAddress> read(Problems problems) {
        if (list != null && file != null) {
            problems.error(new Problem("-w", 0, "", "names workers, and -wf does too: use one of them"));
        }
        if (local && (list != null || file != null)) {
            problems.error(new Problem("--local", 0, "", "forbids workers, and -w or -wf names some: leave one out"));
        }
        if (list != null) {
            return WorkerAddress.parseList(list, "-w", problems);
        }
        if (file != null) {
            return WorkersFile.read(file, problems).orElse(List.of());
        }
        if (local || !Files.exists(DEFAULT_FILE)) {
            return List.of();
        }
        problems.warning(new Problem(
                DEFAULT_FILE.toString(),
                0,
                "",
                "is here, so its workers are used; --local does the work in this process"));
        return WorkersFile.read(DEFAULT_FILE, problems).orElse(List.of());
    }

    /** Whether this process is to do the work whatever else there is. */
    boolean isLocal() {
        return local;
    }

    /** Whether an option says how clients are spread. */
    boolean isTopologyGiven() {
        return extraConsumers || topology != null;
    }

    /** How clients are spread over workers. */
    Topology topology(Problems problems) {
        if (extraConsumers && topology != null && topology != Topology.EXTRA_CONSUMERS) {
            problems.error(new Problem(
                    "-x",
                    0,
                    "",
                    "means --topology extra-consumers, and -t says " + topology.key() + ": leave one of them out"));
        }
        if (extraConsumers) {
            return Topology.EXTRA_CONSUMERS;
        }
        return topology == null ? Topology.SWARM : topology;
    }
}
