package dev.weir.cli.option;

import dev.weir.workload.file.FieldOption;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
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
        Map<String, String> values = new LinkedHashMap<>();
        values.put("name", driver);
        values.put("driver", driver);
        values.put("replicationFactor", "-1");
        values.put("commonConfig.bootstrap.servers", brokers);
        values.put("producerConfig.acks", "all");
        values.put("producerConfig.linger.ms", "1");
        values.put("producerConfig.batch.size", "131072");
        values.put("consumerConfig.auto.offset.reset", "earliest");
        values.put("consumerConfig.enable.auto.commit", "false");
        values.put("consumerConfig.offsetCommitLingerMs", "1000");
        values.put("consumerConfig.max.partition.fetch.bytes", "10485760");
        List<FieldOption> fields = new ArrayList<>();
        values.forEach((name, value) -> fields.add(new FieldOption(BROKERS, "driver." + name, value)));
        return fields;
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
            new TreeSet<>(found.stringPropertyNames())
                    .forEach(name -> clients.add(
                            new FieldOption(COMMAND_CONFIG, COMMON + name, String.valueOf(found.getProperty(name)))));
        }
        clients.addAll(CampaignOptions.fields(
                PROPERTY, COMMON, "NAME=VALUE, such as security.protocol=SSL", properties, problems));
        return clients;
    }
}
