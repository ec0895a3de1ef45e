package dev.weir.cli.run;

import dev.weir.cli.option.ControlChannel;
import dev.weir.cli.option.OptionFiles;
import dev.weir.cli.option.Pairing;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a person asks to be run, before any of the files has been read.
 *
 * @param workloads files
 * @param options fields that the command line gives: in place of files, or in place of what files have
 * @param systems as {@link DriverChoice} takes them
 * @param brokers of the embedded cluster, if one of the systems is it
 * @param workers empty: this process does the work
 * @param channel how they are reached
 * @param topology how clients are spread over the workers
 * @param serviceVersion of the systems; empty if not given
 * @param output the result file of a single run, or the folder of a campaign
 * @param resume the folder of a campaign that is to go on
 * @param hooks whether the commands around runs are run
 * @param pairing how the systems are held against each other
 */
public record RunArguments(
        List<Path> workloads,
        OptionFiles options,
        List<String> systems,
        int brokers,
        List<WorkerAddress> workers,
        ControlChannel channel,
        Topology topology,
        String serviceVersion,
        Optional<Path> output,
        Optional<Path> resume,
        boolean hooks,
        Pairing pairing) {
    public RunArguments {
        workloads = List.copyOf(workloads);
        systems = List.copyOf(systems);
        workers = List.copyOf(workers);
    }
}
