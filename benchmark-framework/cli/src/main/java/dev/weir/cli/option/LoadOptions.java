package dev.weir.cli.option;

import dev.weir.workload.file.FieldOption;
import dev.weir.workload.text.OptionNames;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options that describe a load and its brokers without files. */
public final class LoadOptions {
    private static final String PROFILE = "--profile";
    private static final String PRINT = "--print-workload";
    private static final String NO_CONSUMERS = "0";
    private static final String CONSUMERS = OptionNames.of("consumerPerSubscription");
    private static final String WARMUP = OptionNames.of("warmupDuration");
    private static final String RATE = OptionNames.of("producerRate");
    private static final String DURATION = OptionNames.of("testDuration");
    private static final String INTERVAL = OptionNames.of("sampleRateMillis");

    /** Fields that name topics to use, instead of {@link #CREATED_TOPICS}. */
    private static final List<String> EXISTING_TOPICS =
            List.of("existingTopicList", "existingProduceTopicList", "existingConsumeTopicList");

    private static final List<String> CREATED_TOPICS = List.of("topics", "partitionsPerTopic");

    /** Options of the load that is run without a workload file, and of clients and campaigns with and without one. */
    private static final List<FieldRow> ROWS = List.of(
            FieldRow.ofLoad("N", "1", "topics", "topics to create"),
            FieldRow.ofLoad("N", "4", "partitionsPerTopic", "partitions of each topic"),
            FieldRow.ofLoad("BYTES", "1KiB", "messageSize", "payload of each message"),
            FieldRow.ofLoad("N", "1", "producersPerTopic", "producers of each topic"),
            FieldRow.ofLoad(
                    "N", "1", "consumerPerSubscription", "consumers of each topic, all in one group; 0: produce only"),
            FieldRow.ofLoad(
                    "RATE",
                    "10k",
                    "producerRate",
                    "rate of all producers together, messages per second (50k), a throughput (100MiB/s) or max; 0: search"
                            + " for the highest. Several (10k,20k,50k) make a run of each"),
            FieldRow.ofLoad(
                    "TIME",
                    "30s",
                    "warmupDuration",
                    "length of the warm-up; without this option, it ends earlier when the figures are steady"),
            FieldRow.ofLoad("TIME", "1m", "testDuration", "length of the measurement; 0s: until Ctrl-C"),
            FieldRow.ofLoad("TIME", "1s", "sampleRateMillis", "length of a reporting interval"),
            new FieldRow(
                    "",
                    "",
                    "search",
                    "Search for the highest rate, with probes of 30s; --rate 0 makes probes of --duration"),
            new FieldRow("N", "", "keys.cardinality", "Number of different keys, drawn at random"),
            new FieldRow("NAME", "", "name", "Name of the workload in results and in the names of their files"),
            new FieldRow("N", "", "repeat", "How often each run is made, 1 to 1000"),
            new FieldRow(
                    "N",
                    "",
                    "driver.replicationFactor",
                    "Replicas of each partition; -1: the brokers' default (default: -1 with -b, else as in the driver"
                            + " file)"),
            new FieldRow(
                    "0|1|all",
                    "",
                    "driver.producerConfig.acks",
                    "acks of the producers (default: all with -b, else as in the driver file)"),
            new FieldRow(
                    "TIME",
                    "",
                    "driver.producerConfig.linger.ms",
                    "linger.ms of the producers, such as 5ms (default: 1ms with -b, else as in the driver file)"),
            new FieldRow(
                    "BYTES",
                    "",
                    "driver.producerConfig.batch.size",
                    "batch.size of the producers, such as 64KiB (default: 128KiB with -b, else as in the driver file)"),
            new FieldRow(
                    "TYPE",
                    "",
                    "driver.producerConfig.compression.type",
                    "compression.type of the producers: none, gzip, snappy, lz4 or zstd"));

    @Mixin
    private BrokerOptions brokers = new BrokerOptions();

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

    public static void addTo(CommandSpec command) {
        ROWS.forEach(row -> command.addOption(row.option()));
    }

    public boolean isPrint() {
        return print;
    }

    /** Returns the fields of the options, which describe no load if there are workload files. */
    public OptionFiles read(
            ParseResult parsed, SystemOptions systems, List<Path> workloads, List<FieldOption> set, Problems problems) {
        List<FieldRow> given =
                ROWS.stream().filter(row -> parsed.hasMatchedOption(row.name())).toList();
        if (!workloads.isEmpty()) {
            String refused = "cannot be used with the workload file " + workloads.get(0) + "; ";
            given.stream()
                    .filter(FieldRow::isOfLoad)
                    .findFirst()
                    .ifPresent(row -> problems.error(
                            row.name(), refused + "change a field of the file with --set " + row.path() + "=..."));
            if (print) {
                problems.error(PRINT, refused + "leave one of them out");
            }
        }
        boolean described = workloads.isEmpty()
                && (brokers.isGiven() || print || given.stream().anyMatch(FieldRow::isOfWorkload));
        if (workloads.isEmpty() && !described) {
            problems.error(
                    "WORKLOAD",
                    "is missing: name a workload file, such as workloads/quickstart.yaml, or describe the load with"
                            + " options, such as --rate 50k --size 1KiB --duration 1m");
        }
        List<FieldOption> driver = new ArrayList<>();
        List<FieldOption> changes = new ArrayList<>();
        List<FieldOption> clients = new ArrayList<>();
        given.stream()
                .filter(row -> !row.isOfLoad())
                .flatMap(row -> row.field(parsed, problems).stream())
                .forEach(field -> (field.isOfDriver() ? clients : changes).add(field));
        clients.addAll(brokers.clients(problems));
        driver.addAll(brokers.driver(systems.isGiven() ? systems.drivers() : List.of(), problems));
        (brokers.isGiven() ? driver : changes).addAll(clients);
        if (profile) {
            changes.add(new FieldOption(PROFILE, "profile", "true"));
        }
        changes.addAll(set);
        // What is also in --set is no second value of the field, but replaces the default.
        Set<String> replaced = changes.stream().map(FieldOption::path).collect(Collectors.toSet());
        if (replaced.contains("search") && !parsed.hasMatchedOption(RATE)) {
            replaced.add("producerRate");
        }
        if (EXISTING_TOPICS.stream().anyMatch(replaced::contains)) {
            CREATED_TOPICS.stream()
                    .filter(field -> !parsed.hasMatchedOption(OptionNames.of(field)))
                    .forEach(replaced::add);
        }
        List<FieldOption> load = described ? load(parsed, problems) : List.of();
        return new OptionFiles(
                load.stream().filter(field -> !replaced.contains(field.path())).toList(), driver, changes);
    }

    private static List<FieldOption> load(ParseResult parsed, Problems problems) {
        List<FieldOption> load = new ArrayList<>();
        for (FieldRow row : ROWS) {
            if (!row.isOfLoad()) {
                continue;
            }
            if (row.name().equals(CONSUMERS)) {
                boolean produceOnly = NO_CONSUMERS.equals(parsed.matchedOptionValue(CONSUMERS, ""));
                load.add(new FieldOption(CONSUMERS, "subscriptionsPerTopic", produceOnly ? NO_CONSUMERS : "1"));
            }
            if (row.name().equals(WARMUP) && !parsed.hasMatchedOption(WARMUP)) {
                load.add(new FieldOption(WARMUP, "warmupUntil", "steady"));
            }
            if (row.name().equals(INTERVAL) && !parsed.hasMatchedOption(INTERVAL)) {
                String test = QuantityText.plain(parsed.matchedOptionValue(DURATION, row.otherwise()), "ms");
                if (test.matches("[1-9][0-9]{2}")) {
                    // The default is longer than the whole measurement.
                    load.add(new FieldOption(DURATION, row.path(), test));
                    continue;
                }
            }
            row.field(parsed, problems).ifPresent(load::add);
        }
        return load;
    }

    /**
     * An option that stands for a field of a workload or driver file.
     *
     * @param label form of its value; empty for an option without a value
     * @param otherwise value without the option; empty if the field is then not set
     * @param path field, such as {@code producerRate} or {@code driver.producerConfig.acks}
     */
    private record FieldRow(String label, String otherwise, String path, String description) {
        private static final String NO_VALUE = "{}";

        /** Returns an option that has an effect only without a workload file. */
        static FieldRow ofLoad(String label, String otherwise, String path, String description) {
            return new FieldRow(
                    label,
                    otherwise,
                    path,
                    "Without a workload file: " + description + " (default: " + otherwise + ")");
        }

        String name() {
            return OptionNames.of(path);
        }

        boolean isOfLoad() {
            return OptionNames.isOfLoad(name());
        }

        boolean isOfWorkload() {
            return !path.startsWith("driver.");
        }

        OptionSpec option() {
            OptionSpec.Builder option = OptionSpec.builder(name()).description(description);
            return label.isEmpty()
                    ? option.type(boolean.class).build()
                    : option.type(String.class).paramLabel(label).build();
        }

        /** Returns the field with the value of the command line; empty, with a problem, if the value is wrong. */
        Optional<FieldOption> field(ParseResult parsed, Problems problems) {
            if (label.isEmpty()) {
                return Optional.of(new FieldOption(name(), path, NO_VALUE));
            }
            String value = parsed.matchedOptionValue(name(), otherwise).strip();
            if (isOfWorkload()) {
                // Several values make a run of each, as in a template of OMB.
                return Optional.of(
                        new FieldOption(name(), path, value.matches("[^\\[{]*,.*") ? "[" + value + "]" : value));
            }
            String unit = label.equals("TIME") ? "ms" : label.equals("BYTES") ? "bytes" : "";
            if (value.contains(",")) {
                String values = Stream.of(value.split(","))
                        .map(each -> unit.isEmpty() ? each.strip() : QuantityText.plain(each.strip(), unit))
                        .collect(Collectors.joining(", "));
                problems.error(name(), FieldOption.notOneValue(path, value, "[" + values + "]"));
                return Optional.empty();
            }
            String plain = unit.isEmpty() ? value : QuantityText.plain(value, unit);
            if (!unit.isEmpty() && !plain.matches("[0-9]{1,9}")) {
                problems.error(
                        name(),
                        "must be whole "
                                + (unit.equals("ms") ? "milliseconds, such as 5ms" : unit + ", such as 64KiB")
                                + ", got "
                                + value);
                return Optional.empty();
            }
            return Optional.of(new FieldOption(name(), path, plain));
        }
    }
}
