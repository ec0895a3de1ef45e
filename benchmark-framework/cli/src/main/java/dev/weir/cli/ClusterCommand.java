package dev.weir.cli;

import dev.weir.cli.option.SystemOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.Interruption;
import dev.weir.cli.run.DriverChoice;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.yaml.Problems;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(name = "cluster", description = "Run a temporary Kafka cluster on this host until Ctrl-C.")
final class ClusterCommand extends ConsoleCommand {
    @Option(
            names = "--broker-count",
            paramLabel = "N",
            defaultValue = "1",
            description = "Brokers, 1 to 9 (default: ${DEFAULT-VALUE})")
    private int brokers;

    @Option(
            names = {"-d", "--driver"},
            paramLabel = "FILE",
            description = "Driver file with embedded: true; the cluster gets the remote store that it asks for")
    private @Nullable String driver;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address of this host to listen on (default: ${DEFAULT-VALUE})")
    private String host = "";

    @Option(
            names = "--insecure",
            description = "Listen on an address that other hosts can reach. The brokers accept every client")
    private boolean insecure;

    @Option(
            names = "--port",
            paramLabel = "P",
            defaultValue = "0",
            description = "Port of the first broker, the others follow (default: any free ports)")
    private int port;

    @Override
    public Integer call() throws InterruptedException {
        if (brokers < 1 || brokers > 9) {
            throw new ParameterException(command(), "--broker-count must be in [1, 9], got " + brokers);
        }
        if (port < 0 || port > 65_536 - brokers) {
            throw new ParameterException(command(), "--port must be in [0, " + (65_536 - brokers) + "], got " + port);
        }
        InetAddress address = address();
        DriverConfig config = config();
        var asked = new CountDownLatch(1);
        try (var interruption = new Interruption(asked::countDown)) {
            try (EmbeddedCluster cluster = DriverChoice.start(brokers, address, port, config)) {
                out().println("bootstrap.servers=" + cluster.bootstrapServers());
                out().println("Ctrl-C ends it and deletes its data");
                asked.await();
            } finally {
                interruption.ended(ExitStatus.OK);
            }
        }
        return ExitStatus.OK;
    }

    private DriverConfig config() {
        var problems = new Problems();
        String name = Objects.requireNonNullElse(driver, SystemOptions.EMBEDDED);
        Optional<DriverChoice> choice = DriverChoice.of(name, Drivers.onClassPath(), problems);
        choice.filter(each -> !each.isEmbedded())
                .ifPresent(each ->
                        problems.error("-d", name + " asks for no cluster: add embedded: true to the driver file"));
        problems.throwIfAny();
        return choice.orElseThrow().plannedConfig(brokers);
    }

    private InetAddress address() {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new ParameterException(command(), "--host " + host + " cannot be resolved", e);
        }
        if (address.isAnyLocalAddress()) {
            throw new ParameterException(
                    command(),
                    "--host " + host + " is not an address of this host that clients can use: name one of this host");
        }
        if (!address.isLoopbackAddress() && !insecure) {
            throw new ParameterException(
                    command(),
                    "--host " + host + " can be reached from other hosts, and the brokers accept all clients: listen "
                            + "on 127.0.0.1, or add --insecure");
        }
        return address;
    }
}
