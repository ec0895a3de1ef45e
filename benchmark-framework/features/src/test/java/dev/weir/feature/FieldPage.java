package dev.weir.feature;

import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.Presence;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table of fields as a page in Markdown, for people. */
final class FieldPage {
    private static final String INTRODUCTION = """
            # Workload files

            A workload file is YAML: one load on one system. Weir knows every field of the OpenMessaging Benchmark (OMB). It refuses
            an unknown field or a wrong value, and names its line and the nearest right name. `quickstart.yaml` explains each of its
            lines. [scenarios.md](scenarios.md) lists complete files, each with the question that it answers.

            Editors that know the YAML language server check a file while you write it, if its first line is
            `# yaml-language-server: $schema=workload.schema.json`.

            ## Units

            Numbers can have units: `50k` is 50,000, `1.5M` is 1,500,000, and `G` stands for 10^9. Sizes take `B`, `kB`, `MB`, `GB`,
            `TB` (powers of 1,000; `KB` is `kB`) and `KiB`, `MiB`, `GiB`, `TiB` (powers of 1,024). Times take `ms`, `s`, `m`, `h` and
            `d`: `testDuration: 1m30s`.

            A rate can be a throughput, such as `producerRate: 100MiB/s`. Weir divides it by the mean payload size, without keys and
            headers: with `messageSize: 1KiB`, 100MiB/s is 102,400 messages per second. In a sweep over `messageSize`, the throughput
            stays the same.

            ## A complete file

            ```yaml
            topics: 1
            partitionsPerTopic: 16
            messageSize: 1KiB
            producersPerTopic: 4
            subscriptionsPerTopic: 1
            consumerPerSubscription: 4
            producerRate: 50k
            warmupUntil: steady
            warmupDuration: 1m
            testDuration: 5m
            ```

            The tables below are generated from the table that reads the files (`GeneratedFilesTest`).
            """;

    /** Headings, each by the first field below it. */
    private static final Map<String, String> HEADINGS = Map.ofEntries(
            Map.entry("name", "Topics"),
            Map.entry("partitionWeights", "Keys and payloads"),
            Map.entry("subscriptionsPerTopic", "Consumers"),
            Map.entry("producersPerTopic", "Producers and rate"),
            Map.entry("warmupProducerRate", "Durations and intervals"),
            Map.entry("mode", "Shapes of load"),
            Map.entry("warmupUntil", "End of the warm-up, and retention"),
            Map.entry("consumerBacklogSizeGB", "Backlogs"),
            Map.entry("connectionsPerProducer", "Connections of producers"),
            Map.entry("thresholds", "Limits, the highest rate, and lost workers"),
            Map.entry("recordsPerRequest", "Requests and reads"),
            Map.entry("transactionBenchmark", "Transactions"),
            Map.entry("audit", "Checks, metrics and faults"),
            Map.entry("steps", "Campaigns"));

    private FieldPage() {}

    /** The whole page. */
    static String of(FieldTable table) {
        List<Field<?>> later = table.fields().values().stream()
                .filter(field -> field.presence() instanceof Presence.Later)
                .toList();
        String now = table.fields().values().stream()
                .filter(field -> !later.contains(field))
                .map(field -> heading(field) + rows(field, ""))
                .collect(Collectors.joining());
        return INTRODUCTION
                + now
                + "\n## Known, but not supported\n\n"
                + "Weir accepts these fields only with the values below.\n\n"
                + "| field | accepted | meaning |\n|---|---|---|\n"
                + later.stream().map(FieldPage::laterRow).collect(Collectors.joining());
    }

    private static String heading(Field<?> field) {
        String heading = HEADINGS.get(field.name());
        return heading == null
                ? ""
                : "\n## " + heading + "\n\n| field | takes | default | meaning |\n|---|---|---|---|\n";
    }

    /** The row of a field, and those of the fields inside it. */
    private static String rows(Field<?> field, String within) {
        var rows = new StringBuilder(row(field, within));
        field.type()
                .inside()
                .ifPresent(table -> table.fields()
                        .values()
                        .forEach(inner -> rows.append(rows(inner, within + field.name() + "."))));
        return rows.toString();
    }

    private static String row(Field<?> field, String within) {
        String otherwise = field.otherwise()
                .map(FieldPage::code)
                .orElse(field.presence() instanceof Presence.Required ? "required" : "");
        return "| `" + within + field.name() + "` | " + field.allowed() + " | " + otherwise + " | " + field.meaning()
                + " |\n";
    }

    private static String laterRow(Field<?> field) {
        String off = field.presence() instanceof Presence.Later<?> later
                ? later.off().stream().map(FieldPage::code).collect(Collectors.joining(", "))
                : "";
        return "| `" + field.name() + "` | " + off + " | " + field.meaning() + " |\n";
    }

    private static String code(Object value) {
        if (value instanceof Duration duration) {
            return "`" + DurationText.of(duration) + "`";
        }
        return "`" + (value instanceof Double number ? NumberText.plain(number) : value) + "`";
    }
}
