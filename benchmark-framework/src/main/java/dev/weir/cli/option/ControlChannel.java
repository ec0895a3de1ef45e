package dev.weir.cli.option;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.yaml.Problems;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a command's workers are reached.
 *
 * @param security of the connections
 * @param insecure whether secrets may leave this host in plain text
 */
public record ControlChannel(ChannelSecurity security, boolean insecure) {
    /** In plain text, and without secrets for other hosts. */
    public static final ControlChannel PLAIN = new ControlChannel(ChannelSecurity.NONE, false);

    /** Refuses to send a system's secrets to other hosts where others can read them on their way. */
    public void check(
            String system, DriverFactory factory, DriverConfig config, List<WorkerAddress> workers, Problems problems) {
        List<String> elsewhere = workers.stream()
                .filter(worker -> !worker.isLoopback())
                .map(WorkerAddress::toString)
                .toList();
        List<String> secrets = EffectiveFiles.hidden(EffectiveFiles.of(factory.forClients(config)));
        if (!security.isTls() && !insecure && !elsewhere.isEmpty() && !secrets.isEmpty()) {
            problems.error(
                    system,
                    secrets.stream().collect(Collectors.joining(", ")) + " would go to " + String.join(", ", elsewhere)
                            + " in plain text: use TLS (bin/benchmark certs makes what it needs), or say --insecure"
                            + " where no other host is in the network");
        }
    }
}
