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

    /** All below the introduction. */
    static String of(FieldTable table) {
        List<Field<?>> later = table.fields().values().stream()
                .filter(field -> field.presence() instanceof Presence.Later)
                .toList();
        String now = table.fields().values().stream()
                .filter(field -> !later.contains(field))
                .map(field -> heading(field) + rows(field, ""))
                .collect(Collectors.joining());
        return now
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
