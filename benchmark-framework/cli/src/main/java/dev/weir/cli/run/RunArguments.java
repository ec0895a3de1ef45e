package dev.weir.cli.run;

import dev.weir.cli.option.OptionFiles;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Requested runs, before any file has been read.
 *
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
     * @param version version of the systems; empty if not given
     * @param tags as {@link dev.weir.result.document.Provenance.RunSetup#tags}
     * @param differs fields that are meant to differ, see {@link dev.weir.result.stored.Comparability#means}
     * @param strict whether systems that differ in other fields are refused
     */
    public record Systems(
            List<String> names,
            int brokers,
            String version,
            Map<String, String> tags,
            Set<String> differs,
            boolean strict) {
        public Systems {
            names = List.copyOf(names);
            differs = Set.copyOf(differs);
        }
    }

    /**
     * Workers to use. Without addresses, this process does the work.
     *
     * @param insecure whether secrets may leave this host in plain text
     */
    public record RunWorkers(
            List<WorkerAddress> addresses, ChannelSecurity security, boolean insecure, Topology topology) {
        public RunWorkers {
            addresses = List.copyOf(addresses);
        }

        /** Adds a problem if a system's secrets would be sent to other hosts in plain text. */
        void check(String system, DriverFactory factory, DriverConfig config, Problems problems) {
            List<String> elsewhere = addresses.stream()
                    .filter(worker -> !worker.isLoopback())
                    .map(WorkerAddress::toString)
                    .toList();
            List<String> secrets = EffectiveFiles.hidden(EffectiveFiles.of(factory.forClients(config)));
            if (!security.isTls() && !insecure && !elsewhere.isEmpty() && !secrets.isEmpty()) {
                problems.error(
                        system,
                        String.join(", ", secrets) + " would go to " + String.join(", ", elsewhere)
                                + " in plain text: use TLS (bin/benchmark certs makes the files), or add --insecure if"
                                + " no other host is in the network");
            }
        }
    }
}
