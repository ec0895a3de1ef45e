package dev.weir.report.html.section;

import dev.weir.feature.Features;
import dev.weir.report.PartView;
import dev.weir.report.html.chart.Mark;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Harness;
import dev.weir.result.document.Harness.CpuQuotaUse;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.PartitionResult;
import dev.weir.result.document.RunClients.PartitionResult.MeanAndMax;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.document.RunClients.SubscriptionResult.LaterStart;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.value.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Figures of a run by phase, subscription, worker, client and partition. Of many, only outliers are shown. */
public final class LoadSections {
    private static final int MAX_OUTLIERS = 5;

    private LoadSections() {}

    /** A producer or a consumer. */
    private record Client(int number, String worker, String topic, Map<String, LatencySummary> latency) {}

    public static List<Tag> of(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        StoredResult result = run.result();
        add("Phases", phases(result), tags);
        add("Parts of the load", loadParts(result), tags);
        add("Further figures", furtherFigures(result), tags);
        Features.in(PartSection.class).forEach(section -> tags.addAll(section.tags(run)));
        add("Subscriptions", subscriptions(result), tags);
        add("Subscriptions that began later", laterStarts(result), tags);
        add("Requests", figures(result.weir().measurements().requests()), tags);
        add("Workers", workers(result), tags);
        add("Weir's own processes", harness(result), tags);
        RunClients clients = result.weir().clients();
        Stream<Client> producers = clients.producers().stream()
                .map(each -> new Client(each.producer(), each.client().worker(), each.topic(), each.latency()));
        add("Slowest producers", clients("producer", Headline.PUBLISH, producers), tags);
        Stream<Client> consumers = clients.consumers().stream()
                .map(each -> new Client(each.consumer(), each.client().worker(), each.topic(), each.latency()));
        add("Slowest consumers", clients("consumer", Headline.END_TO_END, consumers), tags);
        add("Partitions with the largest end-to-end maximum", partitions(result), tags);
        return tags;
    }

    private static Table furtherFigures(StoredResult result) {
        Table table = Table.of("figure", "value");
        Features.in(PartView.class)
                .forEach(view -> view.rows(result.weir()).forEach(row -> table.row(row.label(), row.figure())));
        return table;
    }

    /** Adds a table below its title; nothing if it is empty. */
    public static void add(String title, Table table, List<Tag> tags) {
        if (!table.isEmpty()) {
            tags.add(Tag.of("h3", title));
            tags.add(table.tag());
        }
    }

    private static Table phases(StoredResult result) {
        List<PhaseSpan> phases = result.phases();
        return RowTable.of(phases)
                .text("phase", PhaseSpan::phase)
                .number(
                        "after min:s",
                        NumberKind.SECONDS,
                        span -> seconds(phases.get(0).begin(), span.begin()))
                .number("seconds", NumberKind.PLAIN, span -> seconds(span.begin(), span.end()))
                .table();
    }

    private static double seconds(Moment from, Moment to) {
        return Mark.seconds(to.epochNanos(), from.epochNanos());
    }

    private static Table loadParts(StoredResult result) {
        List<PartSummary> parts = result.weir().course().parts();
        RowTable<PartSummary> table = RowTable.of(parts)
                .text("part", PartSummary::part)
                .number("seconds", NumberKind.PLAIN, PartSummary::seconds)
                .number("offered msg/s", NumberKind.RATE, PartSummary::offeredMessagesPerSecond)
                .number("achieved msg/s", NumberKind.RATE, PartSummary::achievedMessagesPerSecond)
                .number("delivered msg/s", NumberKind.RATE, PartSummary::deliveredMessagesPerSecond)
                .messages("backlog at its end", PartSummary::backlogMessages);
        if (parts.stream().anyMatch(part -> !part.p99Changes().isEmpty())) {
            table.figure("publish p99 / first part's", part -> change(part, Headline.PUBLISH));
            table.figure("end-to-end p99 / first part's", part -> change(part, Headline.END_TO_END));
        }
        return table.table();
    }

    private static String change(PartSummary part, Headline latency) {
        return part.p99Change(latency.response(), latency.service())
                .map(change ->
                        String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", change.ratio(), change.low(), change.high()))
                .orElse("");
    }

    private static Table workers(StoredResult result) {
        return RowTable.of(result.weir().instrument().workers())
                .text("worker", Worker::name)
                .text("host", worker -> worker.host().orElse(""))
                .messages("producers", Worker::producers)
                .messages("consumers", Worker::consumers)
                .messages(
                        "acknowledged",
                        each -> each.counts().map(counts -> counts.sends().acknowledged()))
                .messages(
                        "received",
                        each -> each.counts().map(counts -> counts.receipts().received()))
                .number("CPU s", NumberKind.PLAIN, Worker::cpuSeconds)
                .messages("GC ms", Worker::gcMillis)
                .millis("clock offset ms", Worker::clockOffsetNanos)
                .millis("± ms", Worker::clockBoundNanos)
                .table();
    }

    private static Table harness(StoredResult result) {
        RowTable<Harness.ObservedProcess> table = RowTable.of(result.processes())
                .text("process", Harness.ObservedProcess::process)
                .number(
                        "CPU of its cores %",
                        NumberKind.PLAIN, each -> each.cpu().map(cpu -> 100 * cpu.busyShare()))
                .messages("hiccups", each -> each.hiccups().count())
                .messages("of them > 10 ms", each -> each.hiccups().over10Millis())
                .figure("longest ms", each -> longest(each.hiccups()))
                .messages("GC pauses", each -> each.gcPauses().count())
                .figure("GC ms in total", each -> Cells.millis(each.gcPauses().totalNanos()))
                .messages("TCP retransmits", each -> each.network().retransmittedSegments());
        if (result.processes().stream().anyMatch(each -> quota(each).isPresent())) {
            table.number(
                    "CPU quota, cores", NumberKind.PLAIN, each -> quota(each).map(CpuQuotaUse::cores));
            table.number(
                    "CPU quota used %", NumberKind.PLAIN, each -> quota(each).flatMap(LoadSections::usedPercent));
            Function<CpuQuotaUse, String> throttled = use -> Cells.millis(use.throttledNanos());
            table.figure("throttled ms", each -> quota(each).map(throttled).orElse(""));
        }
        return table.table();
    }

    private static Optional<CpuQuotaUse> quota(Harness.ObservedProcess process) {
        return process.controlGroup().flatMap(Harness.ControlGroup::cpuQuota);
    }

    private static Optional<Double> usedPercent(CpuQuotaUse quota) {
        return quota.usedShare().stream().mapToObj(share -> 100 * share).findFirst();
    }

    private static String longest(Harness.Pauses pauses) {
        return pauses.longest().isEmpty()
                ? ""
                : Cells.millis(pauses.longest().get(0).nanos());
    }

    /** Returns clients, the one with the largest p99 first; the last line is the median of all. */
    private static Table clients(String name, Headline headline, Stream<Client> all) {
        List<Client> clients = all.toList();
        String latency = latency(headline, clients.stream().map(Client::latency));
        List<Client> sorted = clients.stream()
                .sorted(Comparator.comparingDouble(client -> -nanos(client.latency(), latency, "p99")))
                .toList();
        return RowTable.of(standingOut(sorted))
                .text(name, client -> name + " " + client.number() + middle(client, sorted))
                .text("worker", Client::worker)
                .text("topic", Client::topic)
                .figure(latency + " p50 ms", client -> millis(client, latency, "p50"))
                .figure("p99 ms", client -> millis(client, latency, "p99"))
                .figure("max ms", client -> millis(client, latency, "max"))
                .table();
    }

    private static String latency(Headline headline, Stream<Map<String, LatencySummary>> latencies) {
        boolean response = latencies.anyMatch(each -> each.containsKey(headline.response()));
        return response ? headline.response() : headline.service();
    }

    /** With a sign before a lower bound. */
    private static String millis(Client client, String latency, String figure) {
        LatencySummary summary = client.latency().get(latency);
        return (summary != null && summary.isLowerBound(figure) ? "> " : "")
                + Cells.millis(nanos(client.latency(), latency, figure));
    }

    private static Table partitions(StoredResult result) {
        String latency = Headline.END_TO_END.response();
        List<PartitionResult> sorted = result.weir().clients().partitions().stream()
                .sorted(Comparator.comparingDouble(each -> -figure(each, latency, MeanAndMax::maxNanos)))
                .toList();
        return RowTable.of(standingOut(sorted))
                .text("partition", each -> each.topic() + " " + each.partition() + middle(each, sorted))
                .figure("subscription", each -> String.valueOf(each.subscription()))
                .messages("received", PartitionResult::received)
                .millis("mean ms", each -> figure(each, latency, MeanAndMax::meanNanos))
                .millis("max ms", each -> figure(each, latency, MeanAndMax::maxNanos))
                .table();
    }

    public static <T> List<T> standingOut(List<T> sorted) {
        if (sorted.size() <= 2 * MAX_OUTLIERS) {
            return sorted.subList(0, Math.min(sorted.size(), MAX_OUTLIERS));
        }
        List<T> shown = new ArrayList<>(sorted.subList(0, MAX_OUTLIERS));
        shown.add(sorted.get(sorted.size() / 2));
        return shown;
    }

    public static <T> String middle(T each, List<T> sorted) {
        return sorted.size() > 2 * MAX_OUTLIERS && each == sorted.get(sorted.size() / 2)
                ? ", in the middle of all " + sorted.size()
                : "";
    }

    /** Returns a figure such as {@code p99} or {@code max}; not a number if it is unknown. */
    public static double nanos(Map<String, LatencySummary> latencies, String latency, String figure) {
        return Stream.ofNullable(latencies.get(latency))
                .flatMapToLong(summary -> summary.nanos(figure).stream())
                .asDoubleStream()
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double figure(PartitionResult each, String latency, ToDoubleFunction<MeanAndMax> figure) {
        return Optional.ofNullable(each.latency().get(latency))
                .map(figure::applyAsDouble)
                .orElse(Double.NaN);
    }

    /** Returns the numbers and texts of a part, by their names in the result, which end in the unit. */
    public static Table figures(Optional<?> part) {
        Table table = Table.of("figure", "value").numbersFrom(1);
        part.map(DocumentReader::fields).orElse(Map.of()).forEach((name, value) -> {
            String text = Cells.text(value);
            if (!(value instanceof Map<?, ?>) && !(value instanceof List<?>) && !text.isEmpty()) {
                table.row(name, text);
            }
        });
        return table;
    }

    /** Returns the table of subscriptions; for a single one only if its consumers are known to be slow. */
    private static Table subscriptions(StoredResult result) {
        List<SubscriptionResult> subscriptions = result.weir().clients().subscriptions();
        boolean limited = subscriptions.stream()
                .anyMatch(each -> each.ceilingMessagesPerSecond().isPresent());
        String latency = latency(Headline.END_TO_END, subscriptions.stream().map(SubscriptionResult::latency));
        return RowTable.of(subscriptions.size() > 1 || limited ? subscriptions : List.<SubscriptionResult>of())
                .text("subscription", SubscriptionResult::label)
                .number("delivered msg/s", NumberKind.RATE, SubscriptionResult::deliveredMessagesPerSecond)
                .number("of at most", NumberKind.RATE, SubscriptionResult::ceilingMessagesPerSecond)
                .messages("backlog", SubscriptionResult::backlogMessages)
                .millis(latency + " p99 ms", each -> nanos(each.latency(), latency, "p99"))
                .millis("max ms", each -> nanos(each.latency(), latency, "max"))
                .table();
    }

    private static Table laterStarts(StoredResult result) {
        List<SubscriptionResult> later = result.weir().clients().subscriptions().stream()
                .filter(each -> each.laterStart().isPresent())
                .toList();
        return RowTable.of(later)
                .text("subscription", SubscriptionResult::label)
                .number("began after", NumberKind.SECONDS, each -> start(each).afterSeconds())
                .number(
                        "catching up msg/s",
                        NumberKind.RATE,
                        each -> start(each).catchUpMessagesPerSecond())
                .number(
                        "caught up after",
                        NumberKind.SECONDS,
                        each -> start(each).caughtUpAfterSeconds())
                .table();
    }

    private static LaterStart start(SubscriptionResult later) {
        return later.laterStart().orElseThrow();
    }
}
