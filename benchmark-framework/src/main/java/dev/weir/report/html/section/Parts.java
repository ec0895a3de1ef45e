package dev.weir.report.html.section;

import dev.weir.measure.Counts;
import dev.weir.report.html.chart.Marks;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.Kind;
import dev.weir.report.html.tag.Numerals;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.Harness;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.Worker;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.run.PartitionResult;
import dev.weir.result.run.PartitionResult.MeanAndMax;
import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A run taken apart: by phase, worker, producer, consumer and partition. Of the many, those that stand out. */
public final class Parts {
    private static final int MOST_OUTLIERS = 5;

    private Parts() {}

    /** A producer or a consumer. */
    private record Client(int number, String worker, String topic, Map<String, LatencySummary> latency) {}

    public static List<Tag> of(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        StoredResult result = run.result();
        add("Phases", phases(result), tags);
        add("Parts of the load", loadParts(result), tags);
        LoadTables.of(result).forEach((title, table) -> add(title, table, tags));
        add("Workers", workers(result), tags);
        add("Weir's own processes", harness(result), tags);
        RunClients clients = result.weir().clients();
        add(
                "Slowest producers",
                clients(
                        "producer",
                        Headline.PUBLISH,
                        clients.producers().stream()
                                .map(each -> new Client(each.producer(), each.worker(), each.topic(), each.latency()))),
                tags);
        add(
                "Slowest consumers",
                clients(
                        "consumer",
                        Headline.END_TO_END,
                        clients.consumers().stream()
                                .map(each -> new Client(each.consumer(), each.worker(), each.topic(), each.latency()))),
                tags);
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
                    span.phase(),
                    Kind.SECONDS.text(Marks.seconds(
                            span.begin().epochNanos(), phases.get(0).begin().epochNanos())),
                    Numerals.significant(
                            Marks.seconds(span.end().epochNanos(), span.begin().epochNanos())));
        }
        return table;
    }

    private static Table loadParts(StoredResult result) {
        boolean compared = result.weir().course().parts().stream()
                .anyMatch(part -> !part.p99Changes().isEmpty());
        List<String> columns = new ArrayList<>(
                List.of("part", "seconds", "offered msg/s", "achieved msg/s", "delivered msg/s", "backlog at its end"));
        if (compared) {
            columns.addAll(List.of("publish p99 / first part's", "end-to-end p99 / first part's"));
        }
        Table table = Table.of(columns).numbersFrom(1);
        for (PartSummary part : result.weir().course().parts()) {
            List<String> cells = new ArrayList<>(List.of(
                    part.part(),
                    Kind.PLAIN.text(part.seconds()),
                    Kind.RATE.text(part.offeredMessagesPerSecond()),
                    Kind.RATE.text(part.achievedMessagesPerSecond()),
                    Kind.RATE.text(part.deliveredMessagesPerSecond()),
                    Cells.number(part.backlogMessages(), Kind.MESSAGES)));
            if (compared) {
                cells.add(change(part, Headline.PUBLISH));
                cells.add(change(part, Headline.END_TO_END));
            }
            table.row(cells);
        }
        return table;
    }

    private static String change(PartSummary part, Headline latency) {
        return part.p99Change(latency.response(), latency.service())
                .map(change ->
                        String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", change.ratio(), change.low(), change.high()))
                .orElse("");
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
        for (Worker worker : result.weir().instrument().workers()) {
            table.row(
                    worker.name(),
                    worker.host().orElse(""),
                    Kind.MESSAGES.text(worker.clients().producers()),
                    Kind.MESSAGES.text(worker.clients().consumers()),
                    Cells.number(worker.counts().map(Counts::acknowledged).orElse(null), Kind.MESSAGES),
                    Cells.number(worker.counts().map(Counts::received).orElse(null), Kind.MESSAGES),
                    Cells.number(worker.effort().cpuSeconds(), Kind.PLAIN),
                    Cells.number(worker.effort().gcMillis(), Kind.MESSAGES),
                    Cells.millis(worker.clock().clockOffsetNanos()),
                    Cells.millis(worker.clock().clockBoundNanos()));
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
                        "GC ms in total",
                        "TCP retransmits")
                .numbersFrom(1);
        for (Harness.ObservedProcess process : result.processes()) {
            table.row(
                    process.process(),
                    process.cpu()
                            .map(cpu -> Numerals.significant(100 * cpu.shares().busyShare()))
                            .orElse(""),
                    pauses(process.hiccups(), pauses -> Cells.number(pauses.count(), Kind.MESSAGES)),
                    pauses(process.hiccups(), pauses -> Cells.number(pauses.over10Millis(), Kind.MESSAGES)),
                    pauses(process.hiccups(), Parts::longest),
                    pauses(process.gcPauses(), pauses -> Cells.number(pauses.count(), Kind.MESSAGES)),
                    pauses(process.gcPauses(), pauses -> Cells.millis(pauses.totalNanos())),
                    process.network()
                            .map(network -> Cells.number(network.retransmittedSegments(), Kind.MESSAGES))
                            .orElse(""));
        }
        return table;
    }

    private static String pauses(Optional<Harness.Pauses> pauses, Function<Harness.Pauses, String> text) {
        return pauses.map(text).orElse("");
    }

    private static String longest(Harness.Pauses pauses) {
        return pauses.longest().isEmpty()
                ? ""
                : Cells.millis(pauses.longest().get(0).nanos());
    }

    /** The one with the largest p99 first; the last line is the one in the middle of all. */
    private static Table clients(String name, Headline headline, Stream<Client> all) {
        List<Client> clients = all.toList();
        boolean response = clients.stream().anyMatch(client -> client.latency().containsKey(headline.response()));
        String latency = response ? headline.response() : headline.service();
        Table table = Table.of(name, "worker", "topic", latency + " p50 ms", "p99 ms", "max ms")
                .numbersFrom(3);
        List<Client> sorted = clients.stream()
                .sorted(Comparator.comparingDouble(client -> -quantile(client.latency(), latency, "p99")))
                .toList();
        for (Client client : standingOut(sorted)) {
            Map<String, LatencySummary> figures = client.latency();
            table.row(
                    name + " " + client.number() + middle(client, sorted),
                    client.worker(),
                    client.topic(),
                    greater(figures, latency, "p50") + Cells.millis(quantile(figures, latency, "p50")),
                    greater(figures, latency, "p99") + Cells.millis(quantile(figures, latency, "p99")),
                    greater(figures, latency, "max") + Cells.millis(largest(figures, latency)));
        }
        return table;
    }

    private static Table partitions(StoredResult result) {
        Table table = Table.of("partition", "subscription", "received", "mean ms", "max ms")
                .numbersFrom(1);
        String latency = Headline.END_TO_END.response();
        List<PartitionResult> sorted = result.weir().clients().partitions().stream()
                .sorted(Comparator.comparingDouble(each -> -figure(each, latency, MeanAndMax::maxNanos)))
                .toList();
        for (PartitionResult each : standingOut(sorted)) {
            table.row(
                    each.topic() + " " + each.partition() + middle(each, sorted),
                    String.valueOf(each.subscription()),
                    Cells.number(each.received(), Kind.MESSAGES),
                    Cells.millis(figure(each, latency, MeanAndMax::meanNanos)),
                    Cells.millis(figure(each, latency, MeanAndMax::maxNanos)));
        }
        return table;
    }

    static <T> List<T> standingOut(List<T> sorted) {
        if (sorted.size() <= 2 * MOST_OUTLIERS) {
            return sorted.subList(0, Math.min(sorted.size(), MOST_OUTLIERS));
        }
        List<T> shown = new ArrayList<>(sorted.subList(0, MOST_OUTLIERS));
        shown.add(sorted.get(sorted.size() / 2));
        return shown;
    }

    static <T> String middle(T each, List<T> sorted) {
        return sorted.size() > 2 * MOST_OUTLIERS && each == sorted.get(sorted.size() / 2)
                ? ", in the middle of all " + sorted.size()
                : "";
    }

    /** What stands before a lower bound. */
    private static String greater(Map<String, LatencySummary> latencies, String latency, String figure) {
        return Optional.ofNullable(latencies.get(latency))
                        .filter(summary -> summary.greaterThan().contains(figure))
                        .isPresent()
                ? "> "
                : "";
    }

    static double quantile(Map<String, LatencySummary> latencies, String latency, String quantile) {
        return Optional.ofNullable(latencies.get(latency))
                .map(summary -> summary.quantilesNanos().get(quantile))
                .map(Long::doubleValue)
                .orElse(Double.NaN);
    }

    static double largest(Map<String, LatencySummary> latencies, String latency) {
        return Optional.ofNullable(latencies.get(latency))
                .map(summary -> (double) summary.maxNanos())
                .orElse(Double.NaN);
    }

    private static double figure(PartitionResult each, String latency, ToDoubleFunction<MeanAndMax> figure) {
        return Optional.ofNullable(each.latency().get(latency))
                .map(figure::applyAsDouble)
                .orElse(Double.NaN);
    }
}
