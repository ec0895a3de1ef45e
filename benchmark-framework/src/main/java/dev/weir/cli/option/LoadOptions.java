package dev.weir.cli.option;

import dev.weir.workload.file.FieldOption;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options that describe a load and its brokers without files. */
public final class LoadOptions {
    private static final String BROKERS = "-b";
    static final String PROPERTY = "--client-property";
    private static final String PROFILE = "--profile";
    private static final String PRINT = "--print-workload";
    private static final String NO_CONSUMERS = "0";

    /** Options of the load, each with the field that it stands for. */
    private static final Map<String, String> FIELDS = fields();

    @Option(
            names = {BROKERS, "--brokers"},
            paramLabel = "HOST:PORT,...",
            description =
                    "Brokers to connect to, instead of a driver file. Weir uses the driver that -d names, or finds out"
                            + " whether they are Kafka or Redpanda, with the settings of driver-kafka/kafka.yaml. Topics"
                            + " have one replica, which --set driver.replicationFactor=3 changes")
    private @Nullable String brokers;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            defaultValue = "10k",
            description =
                    "Without a workload file: rate of all producers together, messages per second (50k), a throughput"
                            + " (100MiB/s) or max (default:"
                            + " ${DEFAULT-VALUE})")
    private String rate = "";

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "1KiB",
            description = "Without a workload file: payload of each message (default: ${DEFAULT-VALUE})")
    private String size = "";

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "1m",
            description =
                    "Without a workload file: length of the measurement; 0s: until Ctrl-C (default: ${DEFAULT-VALUE})")
    private String duration = "";

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description =
                    "Without a workload file: length of the warm-up (default: until the figures are steady, at most"
                            + " 50s)")
    private @Nullable String warmup;

    @Option(
            names = "--topics",
            paramLabel = "N",
            defaultValue = "1",
            description = "Without a workload file: topics to create (default: ${DEFAULT-VALUE})")
    private String topics = "";

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "4",
            description = "Without a workload file: partitions of each topic (default: ${DEFAULT-VALUE})")
    private String partitions = "";

    @Option(
            names = "--producers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Without a workload file: producers of each topic (default: ${DEFAULT-VALUE})")
    private String producers = "";

    @Option(
            names = "--consumers",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Without a workload file: consumers of each topic, all in one group; 0: produce only (default:"
                            + " ${DEFAULT-VALUE})")
    private String consumers = "";

    @Option(
            names = "--acks",
            paramLabel = "0|1|all",
            description = "acks of the producers (default: all with -b, else as in the driver file)")
    private @Nullable String acks;

    @Option(
            names = "--linger",
            paramLabel = "TIME",
            description = "linger.ms of the producers, such as 5ms (default: 1ms with -b, else as in the driver file)")
    private @Nullable String linger;

    @Option(
            names = PROPERTY,
            paramLabel = "NAME=VALUE",
            description = "A property of all clients, such as security.protocol=SSL. Can be given several times")
    private List<String> properties = List.of();

    @Option(
            names = PROFILE,
            description =
                    "Record the measurement with JDK Flight Recorder: the page of the result then has flame graphs of"
                            + " the workers, the coordinator and embedded brokers. Also with a workload file")
    private boolean profile;

    @Option(
            names = PRINT,
            description = "Run nothing; print the workload file of these options, and with -b the driver file")
    private boolean print;

    private static Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("--topics", "topics");
        fields.put("--partitions", "partitionsPerTopic");
        fields.put("--size", "messageSize");
        fields.put("--producers", "producersPerTopic");
        fields.put("--consumers", "consumerPerSubscription");
        fields.put("--rate", "producerRate");
        fields.put("--warmup", "warmupDuration");
        fields.put("--duration", "testDuration");
        return fields;
    }

    /** Returns whether the files are to be printed, and nothing is to be run. */
    public boolean isPrint() {
        return print;
    }

    /**
     * Returns the fields of the options.
     *
     * @param parsed the command line
     * @param systems options about systems
     * @param workloads workload files; if there are some, the options describe no load
     * @param set fields that the command line changes
     * @param problems receives conflicts between options
     */
    public OptionFiles read(
            ParseResult parsed, SystemOptions systems, List<Path> workloads, List<FieldOption> set, Problems problems) {
        List<String> given = Stream.concat(FIELDS.keySet().stream(), Stream.of(PRINT))
                .filter(parsed::hasMatchedOption)
                .toList();
        if (!workloads.isEmpty() && !given.isEmpty()) {
            String instead = given.get(0).equals(PRINT)
                    ? "leave one of them out"
                    : "change a field of the file with --set " + FIELDS.get(given.get(0)) + "=...";
            problems.error(given.get(0), "cannot be used with the workload file " + workloads.get(0) + "; " + instead);
        }
        boolean described = workloads.isEmpty() && (brokers != null || !given.isEmpty());
        if (workloads.isEmpty() && !described) {
            problems.error(
                    "WORKLOAD",
                    "is missing: name a workload file, such as workloads/quickstart.yaml, or describe the load with"
                            + " options, such as --rate 50k --size 1KiB --duration 1m");
        }
        List<FieldOption> clients = clients(problems);
        List<FieldOption> driver = new ArrayList<>();
        List<FieldOption> changes = new ArrayList<>();
        if (brokers != null) {
            driver.addAll(driver(brokers, systems, problems));
        }
        (brokers == null ? changes : driver).addAll(clients);
        if (profile) {
            changes.add(new FieldOption(PROFILE, "profile", "true"));
        }
        changes.addAll(set);
        return new OptionFiles(described ? load() : List.of(), driver, changes);
    }

    private List<FieldOption> load() {
        List<FieldOption> load = new ArrayList<>();
        add("--topics", topics, load);
        add("--partitions", partitions, load);
        add("--size", size, load);
        add("--producers", producers, load);
        boolean produceOnly = consumers.strip().equals(NO_CONSUMERS);
        load.add(new FieldOption("--consumers", "subscriptionsPerTopic", produceOnly ? NO_CONSUMERS : "1"));
        add("--consumers", consumers, load);
        add("--rate", rate, load);
        if (warmup == null) {
            load.add(new FieldOption("--warmup", "warmupUntil", "steady"));
        }
        add("--warmup", warmup == null ? "50s" : warmup, load);
        add("--duration", duration, load);
        return load;
    }

    private static void add(String option, String value, List<FieldOption> load) {
        load.add(new FieldOption(option, FIELDS.getOrDefault(option, ""), value));
    }

    private static List<FieldOption> driver(String brokers, SystemOptions systems, Problems problems) {
        String driver = "kafka";
        if (systems.isGiven()) {
            List<String> named = systems.drivers();
            driver = named.get(0);
            if (named.size() > 1 || driver.equals(SystemOptions.EMBEDDED) || Files.exists(Path.of(driver))) {
                problems.error(
                        BROKERS,
                        "cannot be used with -d " + String.join(",", named)
                                + ", because both name a system; remove one of"
                                + " them. With -b, -d can only name a driver: kafka or redpanda");
            }
        }
        List<FieldOption> fields = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("name", driver);
        values.put("driver", driver);
        values.put("commonConfig.bootstrap.servers", brokers);
        values.put("producerConfig.acks", "all");
        values.put("producerConfig.linger.ms", "1");
        values.put("producerConfig.batch.size", "131072");
        values.put("consumerConfig.auto.offset.reset", "earliest");
        values.put("consumerConfig.enable.auto.commit", "false");
        values.put("consumerConfig.offsetCommitLingerMs", "1000");
        values.put("consumerConfig.max.partition.fetch.bytes", "10485760");
        values.forEach((name, value) -> fields.add(new FieldOption(BROKERS, "driver." + name, value)));
        return fields;
    }

    private List<FieldOption> clients(Problems problems) {
        List<FieldOption> clients = new ArrayList<>();
        if (acks != null) {
            clients.add(new FieldOption("--acks", "driver.producerConfig.acks", acks));
        }
        if (linger != null) {
            String millis = QuantityText.plain(linger, "ms");
            if (millis.matches("[0-9]{1,9}")) {
                clients.add(new FieldOption("--linger", "driver.producerConfig.linger.ms", millis));
            } else {
                problems.error("--linger", "must be whole milliseconds, such as 5ms, got " + linger);
            }
        }
        clients.addAll(FieldOptions.read(
                PROPERTY, "driver.commonConfig.", "NAME=VALUE, such as security.protocol=SSL", properties, problems));
        return clients;
    }
}
