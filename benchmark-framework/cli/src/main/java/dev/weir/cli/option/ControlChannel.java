package dev.weir.cli.option;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.yaml.Problems;
import java.util.List;

/**
 * Connections from a command to its workers.
 *
 * @param insecure whether secrets may leave this host in plain text
 */
public record ControlChannel(ChannelSecurity security, boolean insecure) {
    /** Plain text, without secrets for other hosts. */
    public static final ControlChannel PLAIN = new ControlChannel(ChannelSecurity.NONE, false);

    /** Adds a problem if a system's secrets would be sent to other hosts in plain text. */
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
                    String.join(", ", secrets) + " would go to " + String.join(", ", elsewhere)
                            + " in plain text: use TLS (bin/benchmark certs makes the files), or add --insecure if"
                            + " no other host is in the network");
        }
    }
}
