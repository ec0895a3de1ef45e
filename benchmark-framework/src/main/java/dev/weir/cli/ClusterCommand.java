package dev.weir.cli;

import dev.weir.driver.EmbeddedCluster;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs an embedded cluster in the foreground, for other tools. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run a throw-away Kafka cluster on this host's loopback until Ctrl-C.")
final class ClusterCommand implements Callable<Integer> {
    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Brokers, 1 to 9 (default: ${DEFAULT-VALUE})")
    private int brokers;

    @Option(
            names = "--port",
            paramLabel = "P",
            defaultValue = "0",
            description = "Port of the first broker, the others follow (default: any free ports)")
    private int port;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        var commandLine = Objects.requireNonNull(spec).commandLine();
        if (brokers < 1 || brokers > 9) {
            throw new ParameterException(commandLine, "--brokers must be in [1, 9], got " + brokers);
        }
        if (port < 0 || port + brokers - 1 > 65_535) {
            throw new ParameterException(commandLine, "--port must be in [0, " + (65_536 - brokers) + "], got " + port);
        }
        var asked = new CountDownLatch(1);
        try (var interruption = new Interruption(asked::countDown)) {
            try (EmbeddedCluster cluster = DriverChoice.start(brokers, port)) {
                commandLine.getOut().println("bootstrap.servers=" + cluster.bootstrapServers());
                commandLine.getOut().println("Ctrl-C ends it and deletes its data");
                commandLine.getOut().flush();
                asked.await();
            } finally {
                interruption.ended(ExitStatus.OK);
            }
        }
        return ExitStatus.OK;
    }
}
