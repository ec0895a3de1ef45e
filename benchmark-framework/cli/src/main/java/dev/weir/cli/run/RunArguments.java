package dev.weir.cli.run;

import dev.weir.cli.option.ControlChannel;
import dev.weir.cli.option.OptionFiles;
import dev.weir.cli.option.Pairing;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requested runs, before any file has been read.
 *
 * @param workloads workload files
 * @param options fields that the command line gives: instead of files, or instead of values in files
 * @param output result file of a single run, or folder of a campaign
 * @param resume folder of a campaign to be continued
 * @param hooks whether the commands before and after runs are carried out
 */
public record RunArguments(
        List<Path> workloads,
        OptionFiles options,
        Systems systems,
        RunWorkers workers,
        Optional<Path> output,
        Optional<Path> resume,
        boolean hooks) {
    public RunArguments {
        workloads = List.copyOf(workloads);
    }

    RunArguments withDriver(String driver) {
        return new RunArguments(workloads, options.withDriver(driver), systems, workers, output, resume, hooks);
    }

    /**
     * Systems to measure.
     *
     * @param names names as {@link DriverChoice} takes them
     * @param brokers number of brokers of the embedded cluster, if it is one of the systems
     * @param version version of the systems; empty if not given
     * @param tags as {@link dev.weir.result.run.RunSetup#tags}
     * @param pairing how the systems are compared
     */
    public record Systems(List<String> names, int brokers, String version, Map<String, String> tags, Pairing pairing) {
        public Systems {
            names = List.copyOf(names);
        }
    }

    /**
     * Workers to use.
     *
     * @param addresses empty if this process does the work
     * @param channel security of the connections
     * @param topology how clients are distributed over the workers
     */
    public record RunWorkers(List<WorkerAddress> addresses, ControlChannel channel, Topology topology) {
        public RunWorkers {
            addresses = List.copyOf(addresses);
        }
    }
}
