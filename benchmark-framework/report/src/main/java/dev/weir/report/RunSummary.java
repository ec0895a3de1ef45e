package dev.weir.report;

import dev.weir.feature.Features;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.RequestCounts;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.code.Code;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.ConsumerResult;
import dev.weir.result.document.RunClients.ProducerResult;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.document.RunClients.SubscriptionResult.LaterStart;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import dev.weir.result.stored.IntervalHistograms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the closing table of a run, for a terminal of 80 columns. */
public final class RunSummary {
    static final String EXPLAIN = "what a code means and what to do: bin/benchmark explain CODE";

    private static final List<String> COLUMNS = List.of("p50", "p95", "p99", "p99.9");
    private static final String INTERVAL = "  95 % interval";
    private static final int PART_WIDTH = 32;

    /** Percentiles of requests, as bamboo has them. */
    private static final double[] REQUEST_PERCENTILES = {10, 50, 90, 99, 99.9, 100};

    private static final List<String> REQUEST_COLUMNS = List.of("p10", "p50", "p90", "p99", "p999", "p100");
    private static final String TOO_FEW = "*";

    private RunSummary() {}

    /** Returns the table; with details also notes, met thresholds, client metrics and the whole durability. */
    public static List<String> lines(RunResult result, Path resultFile, boolean details) {
        List<String> lines = new ArrayList<>();
        lines.add(result.outcome() + "  " + result.workload().name() + " on "
                + result.driver().name());
        if (!result.failure().isEmpty()) {
            lines.add("  failed: " + result.failure());
        }
        boolean measured = result.throughput().seconds() > 0;
        Optional<Reason> explained = Optional.empty();
        if (result.interrupted() && !measured) {
            lines.add("  The run was interrupted before it measured anything.");
        } else if (result.outcome() == Outcome.DEGRADED || result.outcome() == Outcome.INVALID) {
            Severity severity = Severity.valueOf(result.outcome().name());
            String text = OutcomeText.unreliable(result.reasons(), severity);
            lines.addAll(Paragraph.lines("  ", "  ", result.weir().inItsOptions(text)));
            explained = result.reasons().stream()
                    .filter(reason -> reason.severity() == severity)
                    .findFirst();
        }
        if (result.interrupted() && measured && result.failure().isEmpty()) {
            lines.add("  " + OutcomeText.ENDED_EARLY);
        }
        String found = joined(result.findings().stream().map(Finding::code));
        if (!found.isEmpty()) {
            lines.addAll(Paragraph.lines("  ", "  ", "Found about the system: " + found + " (below)."));
        }
        if (measured) {
            lines.add("");
            lines.addAll(throughput(result));
            lines.addAll(subscriptions(result.weir().clients().subscriptions()));
            Features.in(PartView.class).stream()
                    .flatMap(view -> view.received(result.weir()).stream())
                    .forEach(text -> lines.addAll(Paragraph.lines("    ", "      ", text)));
            List<String> latencies = latencies(result, resultFile);
            if (!latencies.isEmpty()) {
                lines.add("");
                lines.add(row("latency, ms", COLUMNS, "max"));
                lines.addAll(latencies);
                lines.addAll(Paragraph.lines(
                        "  samples: ", "  ", SampleText.ofEach(LatencySummary.byName(result.measured()))));
                lines.addAll(details ? pacing(result) : List.of());
            }
            Features.in(PartView.class).forEach(view -> addBelow(view.table(result.weir()), lines));
            addBelow(requests(result), lines);
            addBelow(parts(result), lines);
            addBelow(events(result), lines);
            addBelow(details ? clientMetrics(result.weir().clients()) : List.of(), lines);
            addBelow(clocks(result), lines);
            List<String> other = new ArrayList<>();
            Features.in(PartView.class).stream()
                    .flatMap(view ->
                            Stream.concat(view.answer(result.weir()).stream(), view.rows(result.weir()).stream()))
                    .forEach(row -> other.addAll(
                            Paragraph.lines(String.format("%-11s", row.label()), " ".repeat(11), row.figure())));
            addBelow(other, lines);
        }
        lines.add("");
        lines.addAll(DurabilityText.lines(
                details ? DurabilityText.withNotes(result.durability()) : DurabilityText.brief(result.durability())));
        if (result.audit().counts().acknowledged() > 0) {
            lines.addAll(audit(result));
        }
        // A run that ended before the measurement has nothing to judge.
        result.thresholds().stream()
                .filter(threshold -> threshold.why().isEmpty() || measured)
                .filter(threshold -> details || !threshold.met() || !threshold.byDefault())
                .forEach(threshold -> lines.addAll(threshold(threshold)));
        for (Finding finding : result.findings()) {
            lines.addAll(remark("finding", finding.code().name(), result.weir().inItsOptions(finding.text())));
        }
        Map<Boolean, List<Reason>> reasons = result.reasons().stream()
                .collect(Collectors.partitioningBy(reason -> reason.severity() == Severity.NOTE && !details));
        for (Reason reason : reasons.getOrDefault(false, List.of())) {
            boolean isAbove = explained.filter(reason::equals).isPresent();
            String text = isAbove ? "the reason above" : result.weir().inItsOptions(reason.text());
            String kind = reason.severity().name().toLowerCase(Locale.ROOT);
            lines.addAll(remark(kind, reason.code().name(), text));
        }
        String notes = joined(reasons.getOrDefault(true, List.of()).stream().map(Reason::code));
        if (!notes.isEmpty()) {
            lines.addAll(Paragraph.lines("  notes: ", "    ", notes + " (explain RESULT prints their texts)"));
        }
        if (!result.findings().isEmpty() || !result.reasons().isEmpty()) {
            lines.add("  " + EXPLAIN);
        }
        result.weir().origin().provenance().stream()
                .flatMap(provenance -> provenance.clusterConfig().stream())
                .forEach(setting -> lines.addAll(Paragraph.lines("  cluster: ", "    ", setting.text())));
        return lines;
    }

    private static void addBelow(List<String> table, List<String> lines) {
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table);
        }
    }

    private static String joined(Stream<? extends Code> codes) {
        return codes.map(Code::name).distinct().collect(Collectors.joining(", "));
    }

    /** Returns the names of a run's files, a line each, after they are written. */
    public static List<String> files(RunResult result, Path resultFile) {
        List<String> lines = new ArrayList<>();
        lines.add("result     " + resultFile);
        lines.add("intervals  " + resultFile.toString().replaceFirst("\\.json$", ".hlog"));
        if (result.workload().isInRequests()) {
            lines.add("requests   " + resultFile.toString().replaceFirst("\\.json$", ResultFile.PERCENTILES_ENDING));
        }
        return lines;
    }

    private static List<String> remark(String kind, String code, String text) {
        return Paragraph.lines("  " + kind + ": ", "    ", code + ": " + text);
    }

    private static List<String> threshold(ThresholdCheck result) {
        String mark = result.isMissed() ? "MISSED" : result.met() ? "met" : "open";
        return Paragraph.lines("  threshold " + mark + ": ", "    ", result.sentence());
    }

    private static List<String> throughput(RunResult result) {
        Throughput throughput = result.throughput();
        OptionalDouble target = throughput.targetMessagesPerSecond();
        boolean reads = result.workload().isReading();
        List<String> lines = new ArrayList<>();
        String counted = reads
                ? ", each read counted as " + Figures.count(result.workload().messagesAtOnce())
                : "";
        lines.add(
                target.isPresent()
                        ? rate("target rate", Figures.rate(target.getAsDouble())) + " msg/s" + counted
                        : rate("target rate", "none") + counted);
        String over = String.format(Locale.ROOT, "  over %.1f s", throughput.seconds());
        boolean onlyReads = reads && throughput.offeredMessagesPerSecond() == 0;
        if (!onlyReads) {
            lines.add(rate("achieved rate", Figures.rate(throughput.achievedMessagesPerSecond())) + " msg/s  "
                    + Figures.mebibytesPerSecond(throughput.achievedMebibytesPerSecond()) + over);
        }
        if (throughput.abortedMessagesPerSecond() > 0) {
            lines.add(rate("aborted rate", Figures.rate(throughput.abortedMessagesPerSecond())) + " msg/s");
        }
        if (reads) {
            lines.add(rate("read rate", Figures.rate(throughput.readsPerSecond())) + " reads/s"
                    + (onlyReads ? over : ""));
        }
        if (result.workload().consumers() > 0 || throughput.deliveredMessagesPerSecond() > 0) {
            String payload = Figures.mebibytesPerSecond(throughput.deliveredMebibytesPerSecond());
            lines.add(rate("delivered rate", Figures.rate(throughput.deliveredMessagesPerSecond())) + " msg/s"
                    + (throughput.offeredMessagesPerSecond() == 0 ? "  " + payload : ""));
        }
        return lines;
    }

    private static String rate(String name, String figure) {
        return String.format("%-22s%14s", name, figure);
    }

    /** Returns lines by subscription, if one shows more than the sum. */
    private static List<String> subscriptions(List<SubscriptionResult> subscriptions) {
        List<String> lines = new ArrayList<>();
        for (SubscriptionResult each : subscriptions) {
            OptionalDouble ceiling = each.ceilingMessagesPerSecond();
            if (subscriptions.size() > 1 || ceiling.isPresent()) {
                String name = "  subscription " + each.label();
                String delivered = Figures.rate(each.deliveredMessagesPerSecond());
                String limit = ceiling.isPresent() ? " of at most " + Figures.rate(ceiling.getAsDouble()) : "";
                lines.add(name + String.format("%" + Math.max(8, 36 - name.length()) + "s msg/s", delivered) + limit
                        + "  backlog " + Figures.count(each.backlogMessages()));
                each.laterStart().map(RunSummary::laterStart).ifPresent(lines::add);
            }
        }
        return lines;
    }

    private static String laterStart(LaterStart start) {
        String rate = start.catchUpMessagesPerSecond().stream()
                .mapToObj(each -> ", catching up at " + Figures.rate(each) + " msg/s")
                .findFirst()
                .orElse("");
        String end = start.caughtUpAfterSeconds().stream()
                .mapToObj(each -> String.format(Locale.ROOT, ", caught up after %.1f s", each))
                .findFirst()
                .orElse("");
        return String.format(Locale.ROOT, "    began after %.1f s%s%s", start.afterSeconds(), rate, end);
    }

    private static List<String> latencies(RunResult result, Path resultFile) {
        List<String> lines = new ArrayList<>();
        LatencySet measured = result.measured();
        for (Latency latency : Latency.values()) {
            LatencySamples samples = measured.of(latency);
            if (samples.total() > 0) {
                LatencySummary summary = LatencySummary.of(samples);
                long bound = latency.crossesHosts() ? boundNanos(result) : 0;
                List<String> cells = COLUMNS.stream()
                        .map(column -> millis(summary, column, bound))
                        .toList();
                lines.add(row(latency.key(), cells, millis(summary, "max", bound)));
                if (measured.headlines().contains(latency) || latency == measured.requestHeadline()) {
                    lines.addAll(intervals(result, resultFile, latency, bound));
                }
            }
        }
        if (lines.stream().anyMatch(line -> line.startsWith(INTERVAL))) {
            lines.add("95 % intervals cover the variation within this run, not that between runs.");
        }
        return lines;
    }

    private static List<String> pacing(RunResult result) {
        return result.weir().measurements().latency().values().stream()
                .flatMapToLong(latency -> latency.pacingBoundNanos().stream())
                .limit(1)
                .mapToObj(bound -> "  pacing adds at most " + Figures.millis(bound)
                        + " ms to each response time, on average half of that")
                .toList();
    }

    /** Returns the confidence intervals; empty if the run is too short. */
    private static List<String> intervals(RunResult result, Path resultFile, Latency latency, long bound) {
        Map<String, PercentileInterval> intervals = IntervalHistograms.of(result, resultFile, latency)
                .map(each -> PercentileInterval.of(each, COLUMNS))
                .orElse(Map.of());
        return intervals.isEmpty()
                ? List.of()
                : List.of(
                        row(INTERVAL + ", from", ends(intervals, bound, PercentileInterval::lowNanos), ""),
                        row(INTERVAL + ", to", ends(intervals, bound, PercentileInterval::highNanos), ""));
    }

    private static List<String> ends(
            Map<String, PercentileInterval> intervals, long bound, ToLongFunction<PercentileInterval> end) {
        return COLUMNS.stream()
                .map(column ->
                        intervals.containsKey(column) ? millis(end.applyAsLong(intervals.get(column)), bound) : "-")
                .toList();
    }

    /** Formats a duration; if it is smaller than its error bound, shows only the bound. */
    private static String millis(LatencySummary summary, String figure, long boundNanos) {
        long nanos = summary.nanos(figure).orElse(Long.MAX_VALUE);
        return nanos >= boundNanos || summary.isLowerBound(figure)
                ? Figures.millis(summary, figure)
                : millis(nanos, boundNanos);
    }

    private static String millis(long nanos, long boundNanos) {
        if (nanos >= boundNanos) {
            return Figures.millis(nanos);
        }
        return boundNanos == Long.MAX_VALUE ? "?" : "< " + Figures.millis(boundNanos);
    }

    private static List<String> clientMetrics(RunClients clients) {
        List<String> lines = new ArrayList<>();
        addMeans("producers  ", clients.producers().stream().map(ProducerResult::metrics), lines);
        addMeans("consumers  ", clients.consumers().stream().map(ConsumerResult::metrics), lines);
        return lines;
    }

    private static void addMeans(String label, Stream<Map<String, Double>> clients, List<String> lines) {
        String text = clients
                .flatMap(client -> client.entrySet().stream())
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, TreeMap::new, Collectors.averagingDouble(Map.Entry::getValue)))
                .entrySet()
                .stream()
                .map(each -> String.format(Locale.ROOT, "%s %,.1f", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
        if (!text.isEmpty()) {
            lines.addAll(Paragraph.lines(label, " ".repeat(label.length()), text));
        }
    }

    private static List<String> clocks(RunResult result) {
        long bound = boundNanos(result);
        boolean used = Stream.of(Latency.values())
                .anyMatch(latency -> latency.crossesHosts() && result.measured().has(latency));
        if (!used || bound == 0) {
            return List.of();
        }
        return List.of(
                "clocks     " + result.weir().checks().clock().map(Clocks::mode).orElse("")
                        + "; end-to-end times are right within their bound, "
                        + (bound < Long.MAX_VALUE ? Figures.millis(bound) + " ms" : "not known"));
    }

    private static long boundNanos(RunResult result) {
        return result.weir().checks().clock().map(Clocks::boundNanos).orElse(Long.MAX_VALUE);
    }

    private static String row(String name, List<String> cells, String max) {
        return row("%-22s", name, "%10s", cells) + String.format("%10s", max).stripTrailing();
    }

    private static String row(String nameForm, String name, String form, List<String> cells) {
        return String.format(nameForm, name)
                + cells.stream().map(cell -> String.format(form, cell)).collect(Collectors.joining());
    }

    private static List<String> audit(RunResult result) {
        var audit = result.audit();
        String acknowledged = Figures.count(audit.counts().acknowledged()) + " acknowledged";
        String delivered = acknowledged + ", " + Figures.count(audit.counts().delivered()) + " delivered";
        if (!audit.audited()) {
            return List.of("audit      off: " + delivered + ", not audited");
        }
        if (audit.subscriptions() == 0) {
            return List.of("audit      " + acknowledged + "; no subscriptions");
        }
        boolean shares = result.weir().sharesPartitions();
        OptionalLong reordered = audit.violations().reordered();
        if (audit.verdict().equals("clean")) {
            String how = reordered.isPresent() ? " once, in order" : " once, order unknown";
            return List.of("audit      clean: " + delivered + (shares ? "" : how));
        }
        String lost = audit.complete()
                ? Figures.count(audit.violations().lost()) + " lost"
                : Figures.count(audit.blocks().unknown()) + " not known to be delivered when the run ended";
        List<String> lines = new ArrayList<>(List.of(
                "audit      " + audit.verdict() + ": " + delivered + ",",
                "           " + lost + ", "
                        + Figures.count(audit.violations().duplicated()) + " duplicated, "
                        + (reordered.isPresent() ? Figures.count(reordered) + " reordered" : "order unknown")));
        long unknown = audit.complete() ? audit.blocks().unknown() : 0;
        long redelivered = audit.blocks().redelivered();
        if (audit.counts().expired() > 0) {
            lines.add("           " + Figures.count(audit.counts().expired())
                    + " expired: removed before they were read");
        }
        if (unknown + redelivered > 0) {
            lines.add("           " + Figures.count(unknown) + " unknown because a worker "
                    + (shares ? "or an answer " : "") + "was lost, " + Figures.count(redelivered) + " delivered again"
                    + (shares ? "" : " after that"));
        }
        return lines;
    }

    /** Returns the times of requests, however few requests lie beyond them; empty if there were none. */
    private static List<String> requests(RunResult result) {
        LatencySet measured = result.measured();
        LatencySamples sent = measured.of(measured.requestHeadline());
        LatencySamples read = measured.of(measured.readHeadline());
        if (!result.workload().isInRequests() || sent.count() + read.count() == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add(row("%-14s", "requests, ms", "%11s", REQUEST_COLUMNS));
        addRequests("sent", sent, lines);
        addRequests("read", read, lines);
        if (sent.count() > 0 && read.count() > 0) {
            addRequests("all", measured.requests(), lines);
        }
        if (lines.stream().anyMatch(line -> line.contains(TOO_FEW))) {
            lines.add(TOO_FEW + " fewer than 10 requests took longer");
        }
        // Counts are those of the whole run, including its warm-up.
        RequestCounts counts = result.weir().clients().requests();
        if (counts.answered() + counts.unanswered() > 0) {
            lines.add("  sent        " + Figures.count(counts.answered()) + " answered, "
                    + Figures.count(counts.unanswered()) + " not");
        }
        if (counts.read() + counts.readFailed() > 0) {
            double reads = Math.max(1, counts.read());
            double messages = counts.readMessages() / reads;
            double kibibytes = counts.readBytes() / reads / 1024;
            String sizes = String.format(Locale.ROOT, "%,.1f messages and %,.1f KiB each", messages, kibibytes);
            lines.add("  read        " + Figures.count(counts.read()) + " answered, "
                    + Figures.count(counts.readFailed()) + " not; " + sizes);
        }
        return lines;
    }

    private static void addRequests(String name, LatencySamples samples, List<String> lines) {
        if (samples.count() > 0) {
            List<String> cells = new ArrayList<>();
            for (double percentile : REQUEST_PERCENTILES) {
                boolean few = percentile < 100 && !samples.isAdequate(percentile);
                cells.add(Figures.millis(samples.percentileNanos(percentile)) + (few ? TOO_FEW : ""));
            }
            lines.add(row("%-14s", "  " + name, "%11s", cells));
        }
    }

    /** Returns the parts of a measurement beside each other, if there are several. */
    private static List<String> parts(RunResult result) {
        List<PartSummary> measured = result.weir().course().parts().stream()
                .filter(part -> Phase.isMeasured(part.phase()))
                .toList();
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-32s%8s%10s%20s%10s", "part", "seconds", "msg/s", "publish, e2e p99", "backlog"));
        measured.forEach(part -> addPart(part, lines));
        return measured.size() > 1 ? lines : List.of();
    }

    private static void addPart(PartSummary part, List<String> lines) {
        boolean isLong = part.part().length() >= PART_WIDTH;
        if (isLong) {
            lines.add(part.part());
        }
        lines.add(String.format(
                Locale.ROOT,
                "%-" + PART_WIDTH + "s%8.1f%10s%10s%10s%10s",
                isLong ? "" : part.part(),
                part.seconds(),
                Figures.rate(part.achievedMessagesPerSecond()),
                p99(part, Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE),
                p99(part, Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE),
                Figures.count(part.backlogMessages())));
        String changes = Stream.of(
                        change("publish", part, Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE),
                        change("end to end", part, Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        if (!changes.isEmpty()) {
            lines.addAll(Paragraph.lines("  p99 / first part's p99: ", "    ", changes));
        }
    }

    private static Optional<String> change(String what, PartSummary part, Latency response, Latency service) {
        return part.p99Change(response.key(), service.key())
                .map(ratio -> String.format(
                        Locale.ROOT, "%s %.2f (95 %%: %.2f to %.2f)", what, ratio.ratio(), ratio.low(), ratio.high()));
    }

    private static String p99(PartSummary part, Latency response, Latency service) {
        return Stream.of(response, service)
                .flatMap(each -> Stream.ofNullable(part.latency().get(each.key())))
                .filter(summary -> summary.nanos("p99").isPresent())
                .findFirst()
                .map(summary -> Figures.millis(summary, "p99"))
                .orElse("-");
    }

    private static List<String> events(RunResult result) {
        List<String> lines = new ArrayList<>();
        result.weir()
                .course()
                .events()
                .forEach(event -> lines.addAll(Paragraph.lines(
                        event.timeOfDay() + "  ", "    ", event.kind().name() + ": " + event.text())));
        return lines;
    }
}
