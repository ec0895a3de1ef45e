package dev.weir.cli.option;

import dev.weir.workload.file.FieldOption;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name brokers and properties of their clients, instead of a driver file. */
public final class BrokerOptions {
    private static final String BROKERS = "-b";
    private static final String COMMAND_CONFIG = "--command-config";
    static final String PROPERTY = "--client-property";
    private static final String COMMON = "driver.commonConfig.";

    @Option(
            names = {BROKERS, "--brokers"},
            paramLabel = "HOST:PORT,...",
            description =
                    "Brokers to connect to, instead of a driver file. Weir uses the driver that -d names, or finds out"
                            + " whether they are Kafka or Redpanda, with the settings of driver-kafka/kafka.yaml, and the"
                            + " brokers' default replication")
    private @Nullable String brokers;

    @Option(
            names = PROPERTY,
            paramLabel = "NAME=VALUE",
            description = "A property of all clients, such as security.protocol=SSL. Can be given several times")
    private List<String> properties = List.of();

    @Option(
            names = COMMAND_CONFIG,
            paramLabel = "FILE",
            description = "Properties of all clients, from a file as Kafka's tools take it: a line for each NAME=VALUE")
    private @Nullable Path commandConfig;

    public boolean isGiven() {
        return brokers != null;
    }

    /** Returns the fields of the driver file that {@code -b} stands for; empty without {@code -b}. */
    public List<FieldOption> driver(List<String> named, Problems problems) {
        if (brokers == null) {
            return List.of();
        }
        String driver = named.isEmpty() ? "kafka" : named.get(0);
        if (named.size() > 1
                || driver.equals(SystemOptions.EMBEDDED)
                || (!named.isEmpty() && Files.exists(Path.of(driver)))) {
            problems.error(
                    BROKERS,
                    "cannot be used with -d " + String.join(",", named)
                            + ", because both name a system; remove one of"
                            + " them. With -b, -d can only name a driver: kafka or redpanda");
        }
        return List.of(
                field("name", driver),
                field("driver", driver),
                field("replicationFactor", "-1"),
                field("commonConfig.bootstrap.servers", brokers),
                field("producerConfig.acks", "all"),
                field("producerConfig.linger.ms", "1"),
                field("producerConfig.batch.size", "131072"),
                field("consumerConfig.auto.offset.reset", "earliest"),
                field("consumerConfig.enable.auto.commit", "false"),
                field("consumerConfig.offsetCommitLingerMs", "1000"),
                field("consumerConfig.max.partition.fetch.bytes", "10485760"));
    }

    private static FieldOption field(String name, String value) {
        return new FieldOption(BROKERS, "driver." + name, value);
    }

    /** Returns the properties of all clients, as fields of a driver file. */
    public List<FieldOption> clients(Problems problems) {
        List<FieldOption> clients = new ArrayList<>();
        if (commandConfig != null) {
            var found = new Properties();
            try (Reader reader = Files.newBufferedReader(commandConfig)) {
                found.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                problems.error(COMMAND_CONFIG, "must be a file of properties: " + e);
            }
            found.stringPropertyNames().stream()
                    .sorted()
                    .map(name ->
                            new FieldOption(COMMAND_CONFIG, COMMON + name, String.valueOf(found.getProperty(name))))
                    .forEach(clients::add);
        }
        clients.addAll(CampaignOptions.fields(
                PROPERTY, COMMON, "NAME=VALUE, such as security.protocol=SSL", properties, problems));
        return clients;
    }
}
