package dev.weir.report.html;

import dev.weir.result.PhaseSpan;
import dev.weir.result.StoredResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A run taken apart: by phase, worker, producer, consumer and partition. Of the many, those that stand out. */
final class Parts {
    /** More runs than that are too many to be shown in detail beside each other. */
    static final int MOST_RUNS = 4;

    private static final int MOST_OUTLIERS = 5;

    private Parts() {}

    static List<Tag> of(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        StoredResult result = run.result();
        add("Phases", phases(result), tags);
        add("Parts of the load", loadParts(result), tags);
        LoadTables.of(result).forEach((title, table) -> add(title, table, tags));
        add("Workers", workers(result), tags);
        add("Weir's own processes", harness(result), tags);
        add("Slowest producers", clients(result, "producers", "producer", Headline.PUBLISH), tags);
        add("Slowest consumers", clients(result, "consumers", "consumer", Headline.END_TO_END), tags);
        add("Partitions with the largest end-to-end maximum", partitions(result), tags);
        return tags;
    }

    private static void add(String title, Table table, List<Tag> tags) {
        if (!table.isEmpty()) {
            tags.add(Tag.of("h3", title));
            tags.add(table.tag());
        }
    }

    private static Table phases(StoredResult result) {
        Table table = Table.of("phase", "after min:s", "seconds").numbersFrom(1);
        List<PhaseSpan> phases = result.phases();
        for (PhaseSpan span : phases) {
            table.row(
                    span.phase().key(),
                    Kind.SECONDS.text(
                            Marks.seconds(span.beginNanos(), phases.get(0).beginNanos())),
                    Numerals.significant(Marks.seconds(span.endNanos(), span.beginNanos())));
        }
        return table;
    }

    private static Table loadParts(StoredResult result) {
        Table table = Table.of(
                        "part", "seconds", "offered msg/s", "achieved msg/s", "delivered msg/s", "backlog at its end")
                .numbersFrom(1);
        for (Map<String, Object> part : result.mappings("weir", "parts")) {
            table.row(
                    String.valueOf(part.get("part")),
                    Cells.number(part.get("seconds"), Kind.PLAIN),
                    Cells.number(part.get("offeredMessagesPerSecond"), Kind.RATE),
                    Cells.number(part.get("achievedMessagesPerSecond"), Kind.RATE),
                    Cells.number(part.get("deliveredMessagesPerSecond"), Kind.RATE),
                    Cells.number(part.get("backlogMessages"), Kind.MESSAGES));
        }
        return table;
    }

    private static Table workers(StoredResult result) {
        Table table = Table.of(
                        "worker",
                        "host",
                        "producers",
                        "consumers",
                        "acknowledged",
                        "received",
                        "CPU s",
                        "GC ms",
                        "clock offset ms",
                        "± ms")
                .numbersFrom(2);
        for (Map<String, Object> worker : result.mappings("weir", "workers")) {
            table.row(
                    String.valueOf(worker.get("name")),
                    Cells.inner(worker, "facts", "host").map(String::valueOf).orElse(""),
                    Cells.number(worker.get("producers"), Kind.MESSAGES),
                    Cells.number(worker.get("consumers"), Kind.MESSAGES),
                    Cells.number(Cells.inner(worker, "counts", "acknowledged").orElse(""), Kind.MESSAGES),
                    Cells.number(Cells.inner(worker, "counts", "received").orElse(""), Kind.MESSAGES),
                    Cells.number(worker.get("cpuSeconds"), Kind.PLAIN),
                    Cells.number(worker.get("gcMillis"), Kind.MESSAGES),
                    Cells.millis(worker.get("clockOffsetNanos")),
                    Cells.millis(worker.get("clockBoundNanos")));
        }
        return table;
    }

    private static Table harness(StoredResult result) {
        Table table = Table.of(
                        "process",
                        "CPU of its cores %",
                        "hiccups",
                        "of them > 10 ms",
                        "longest ms",
                        "GC pauses",
                        "GC ms in all",
                        "TCP segments again")
                .numbersFrom(1);
        for (Map<String, Object> process : result.mappings("weir", "harness", "processes")) {
            table.row(
                    String.valueOf(process.get("process")),
                    Cells.inner(process, "cpu", "busyShare")
                            .map(share ->
                                    share instanceof Number busy ? Numerals.significant(100 * busy.doubleValue()) : "")
                            .orElse(""),
                    Cells.number(Cells.inner(process, "hiccups", "count").orElse(""), Kind.MESSAGES),
                    Cells.number(Cells.inner(process, "hiccups", "over10Millis").orElse(""), Kind.MESSAGES),
                    longest(Cells.inner(process, "hiccups", "longest").orElse("")),
                    Cells.number(Cells.inner(process, "gcPauses", "count").orElse(""), Kind.MESSAGES),
                    Cells.millis(Cells.inner(process, "gcPauses", "totalNanos").orElse("")),
                    Cells.number(
                            Cells.inner(process, "network", "retransmittedSegments")
                                    .orElse(""),
                            Kind.MESSAGES));
        }
        return table;
    }

    /** The one with the largest p99 first; the last line is the one in the middle of all. */
    private static Table clients(StoredResult result, String list, String name, Headline headline) {
        List<Map<String, Object>> clients = result.mappings("weir", list);
        boolean response = clients.stream()
                .anyMatch(client ->
                        Cells.inner(client, "latency", headline.response()).isPresent());
        String latency = response ? headline.response() : headline.service();
        Table table = Table.of(name, "worker", "topic", latency + " p50 ms", "p99 ms", "max ms")
                .numbersFrom(3);
        List<Map<String, Object>> sorted = clients.stream()
                .sorted(Comparator.comparingDouble(client -> -quantile(client, latency, "p99")))
                .toList();
        for (Map<String, Object> client : standingOut(sorted)) {
            table.row(
                    name + " " + client.get(name) + middle(client, sorted),
                    String.valueOf(client.get("worker")),
                    String.valueOf(client.get("topic")),
                    greater(client, latency, "p50") + Cells.millis(quantile(client, latency, "p50")),
                    greater(client, latency, "p99") + Cells.millis(quantile(client, latency, "p99")),
                    greater(client, latency, "max") + Cells.millis(largest(client, latency)));
        }
        return table;
    }

    private static Table partitions(StoredResult result) {
        Table table = Table.of("partition", "subscription", "received", "mean ms", "max ms")
                .numbersFrom(1);
        String latency = Headline.END_TO_END.response();
        List<Map<String, Object>> sorted = result.mappings("weir", "partitions").stream()
                .sorted(Comparator.comparingDouble(each -> -largest(each, latency)))
                .toList();
        for (Map<String, Object> each : standingOut(sorted)) {
            table.row(
                    each.get("topic") + " " + each.get("partition") + middle(each, sorted),
                    String.valueOf(each.get("subscription")),
                    Cells.number(each.get("received"), Kind.MESSAGES),
                    Cells.millis(figure(each, latency, "meanNanos")),
                    Cells.millis(largest(each, latency)));
        }
        return table;
    }

    static List<Map<String, Object>> standingOut(List<Map<String, Object>> sorted) {
        if (sorted.size() <= 2 * MOST_OUTLIERS) {
            return sorted.subList(0, Math.min(sorted.size(), MOST_OUTLIERS));
        }
        List<Map<String, Object>> shown = new ArrayList<>(sorted.subList(0, MOST_OUTLIERS));
        shown.add(sorted.get(sorted.size() / 2));
        return shown;
    }

    static String middle(Map<String, Object> each, List<Map<String, Object>> sorted) {
        return sorted.size() > 2 * MOST_OUTLIERS && each == sorted.get(sorted.size() / 2)
                ? ", in the middle of all " + sorted.size()
                : "";
    }

    /** What stands before a lower bound. */
    private static String greater(Map<String, Object> client, String latency, String figure) {
        boolean greater = Cells.inner(client, "latency", latency)
                .filter(summary -> summary instanceof Map<?, ?> map
                        && map.get("greaterThan") instanceof List<?> figures
                        && figures.contains(figure))
                .isPresent();
        return greater ? "> " : "";
    }

    static double quantile(Map<String, Object> client, String latency, String quantile) {
        return Cells.inner(client, "latency", latency)
                .map(summary -> summary instanceof Map<?, ?> map
                                && map.get("quantilesNanos") instanceof Map<?, ?> quantiles
                                && quantiles.get(quantile) instanceof Number nanos
                        ? nanos.doubleValue()
                        : Double.NaN)
                .orElse(Double.NaN);
    }

    static double largest(Map<String, Object> each, String latency) {
        return figure(each, latency, "maxNanos");
    }

    private static double figure(Map<String, Object> each, String name, String figure) {
        return Cells.inner(each, "latency", name)
                .map(latency -> latency instanceof Map<?, ?> map && map.get(figure) instanceof Number nanos
                        ? nanos.doubleValue()
                        : Double.NaN)
                .orElse(Double.NaN);
    }

    private static String longest(Object list) {
        return list instanceof List<?> pauses && !pauses.isEmpty() && pauses.get(0) instanceof Map<?, ?> first
                ? Cells.millis(first.get("nanos"))
                : "";
    }
}
