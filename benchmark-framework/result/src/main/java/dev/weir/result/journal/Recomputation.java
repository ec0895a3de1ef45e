package dev.weir.result.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.feature.Features;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.HistogramTag;
import dev.weir.measure.LatencyHistogram;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Audit;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.ResultPart.DerivedPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDetails.RunVerdict;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.StoredJournal.JournaledInterval;
import dev.weir.result.threshold.StoredThresholds;
import dev.weir.result.value.IsoTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Computes the figures of a finished result again: latencies from the histograms beside it, rates from the counts of its
 * intervals. It uses the code that computed them at the end of the run.
 *
 * @param figures how many fields were computed again
 * @param differences fields that do not agree
 * @param unconfirmed fields that nothing else in the result confirms, such as {@code weir.clock}
 */
public record Recomputation(int figures, List<FigureDifference> differences, List<String> unconfirmed) {
    public Recomputation {
        differences = List.copyOf(differences);
        unconfirmed = List.copyOf(unconfirmed);
    }

    /**
     * A number that does not agree.
     *
     * @param field its path in the result file
     * @param stated text in the result; empty if it is missing there
     * @param computed text of the number computed again; empty if there is none
     */
    public record FigureDifference(String field, String stated, String computed) {}

    /**
     * Computes the figures of a result again, from its fields as they are in the file and as they were read.
     *
     * @throws IOException if the log of its histograms cannot be read or has lines that are no histograms
     */
    public static Recomputation of(JsonNode file, RunDocument stated, Path log) throws IOException {
        RunDetails details = stated.weir().orElse(RunDetails.NONE);
        List<IntervalSummary> summaries = details.measurements().intervals();
        var thresholds = new StoredThresholds(stated);
        Iterator<IntervalSummary> next = summaries.iterator();
        var histograms = RecoveredHistograms.of(
                log,
                intervals(details, marks(log)),
                interval -> thresholds.add(interval, next.next().targetMessagesPerSecond()));
        if (histograms.trouble().isPresent()) {
            throw new IOException(histograms.trouble().get());
        }
        if (histograms.unreadableBytes() > 0) {
            throw new IOException(log + " has " + histograms.unreadableBytes() + " bytes that are no histograms");
        }
        var comparison = new FieldComparison(file);
        compareIntervals(comparison, summaries, histograms);
        RunVerdict verdict = details.verdict();
        comparison.compare(
                "/outcome", verdict.failure().orElse("").isEmpty() ? Outcome.of(verdict.reasons()) : Outcome.FAILED);
        if (stated.outcome().filter(Outcome.FAILED::equals).isEmpty() && countsAcknowledgements(details)) {
            Counts counts = summaries.stream().map(IntervalSummary::counts).reduce(Counts.NONE, Counts::plus);
            double acknowledged = (double) counts.sends().acknowledged();
            double published = (double) histograms.published();
            comparison.compareSum("sum of weir.intervals[].counts.acknowledged", acknowledged, published, List.of());
        }
        Features.in(DerivedPart.class)
                .forEach(part -> comparison.compare("/weir/" + part.name(), part.of(histograms.measured(), details)));
        OptionalLong clockBound = details.checks().clockBound();
        List<Worker> workers = details.instrument().workers();
        comparison.compare("/weir/latency", RunMeasurements.latencies(histograms.measured(), clockBound, workers));
        details.load().throughput().ifPresent(any -> comparison.compare("/weir/throughput", Throughput.of(summaries)));
        comparison.compare("/weir/parts", histograms.parts());
        for (int i = 0; i < details.course().parts().size(); i++) {
            comparison.doubt("/weir/parts/" + i + "/part");
        }
        // In OMB's backlog, duplicates count as outstanding deliveries. Their number in an interval is not in the file.
        comparison.compareTop(stated.series(), histograms.ombSeries().lists(), Set.of("backlog"));
        comparison.compareTop(stated.totals(), histograms.ombSeries().totals(), Set.of());
        new StatedSums(stated, details, comparison).compare();
        compareThresholds(comparison, details, thresholds);
        return new Recomputation(comparison.figures(), comparison.differences(), List.copyOf(comparison.unconfirmed()));
    }

    /** Compares intervals: their latencies and begins; what they have besides is taken from the file. */
    private static void compareIntervals(
            FieldComparison comparison, List<IntervalSummary> stated, RecoveredHistograms histograms) {
        comparison.compare("/weir/intervals", histograms.summaries());
        boolean hasTarget = Throughput.of(stated).targetMessagesPerSecond().isPresent();
        for (int i = 0; i < stated.size(); i++) {
            String interval = "/weir/intervals/" + i;
            boolean inParts =
                    Phase.of(stated.get(i).phase()).filter(Phase::isLoaded).isPresent();
            boolean isMeasured = Phase.isMeasured(stated.get(i).phase());
            comparison.doubt(interval + "/backlogMessages");
            if (!inParts) {
                // Sums of the parts contain the others.
                List.of("/phase", "/seconds", "/counts").forEach(name -> comparison.doubt(interval + name));
            }
            if (!isMeasured || !hasTarget || stated.get(i).seconds() == 0) {
                comparison.doubt(interval + "/targetMessagesPerSecond");
            }
        }
    }

    private static void compareThresholds(FieldComparison comparison, RunDetails details, StoredThresholds thresholds) {
        List<ThresholdCheck> stated = details.checks().thresholds();
        boolean ended = details.verdict().findings().stream()
                .anyMatch(finding -> finding.code() == FindingCode.ENDED_BY_THRESHOLD);
        for (int i = 0; i < stated.size(); i++) {
            String each = "/weir/thresholds/" + i;
            Optional<ThresholdCheck> again = thresholds.again(i);
            if (again.isEmpty()) {
                comparison.differs(each + "/text", "a condition that can be judged");
                continue;
            }
            comparison.compare(each, again.get());
            List<String> own = thresholds.isRepeatable(i)
                    ? List.of("text", "byDefault", "windowSeconds")
                    : List.of("text", "byDefault", "windowSeconds", "value", "greaterThan", "begin", "end", "why");
            own.forEach(name -> comparison.doubt(each + "/" + name));
        }
        List<Boolean> ending = stated.stream().map(ThresholdCheck::endedRun).toList();
        if (ending.contains(true) != ended) {
            comparison.differs(
                    "/weir/thresholds/" + Math.max(0, ending.indexOf(!ended)) + "/endedRun",
                    ended
                            ? "true, by the finding ENDED_BY_THRESHOLD"
                            : "false, without the finding ENDED_BY_THRESHOLD");
        }
    }

    /** Returns whether each acknowledgement has a sample of its own: not in transactions, and a lost worker has none. */
    private static boolean countsAcknowledgements(RunDetails details) {
        return !details.ofFeatures().byName().containsKey("transactions")
                && details.instrument().workers().stream()
                        .allMatch(worker -> worker.lost().isEmpty());
    }

    private static List<TimeRange> marks(Path log) throws IOException {
        List<TimeRange> marks = new ArrayList<>();
        HistogramLogReader.read(log, tag -> false, new HistogramLogReader.Listener() {
            @Override
            public void interval(long fromNanos, long toNanos) {
                marks.add(new TimeRange(fromNanos, toNanos));
            }

            @Override
            public void histogram(HistogramTag tag, long middleNanos, LatencyHistogram histogram) {}
        });
        return marks;
    }

    private static List<JournaledInterval> intervals(RunDetails details, List<TimeRange> marks) throws IOException {
        List<IntervalSummary> summaries = details.measurements().intervals();
        if (marks.size() != summaries.size()) {
            throw new IOException("there are " + summaries.size() + " intervals in weir.intervals, and " + marks.size()
                    + " in the histograms");
        }
        return IntStream.range(0, marks.size())
                .mapToObj(i -> new JournaledInterval(
                        part(details, summaries.get(i)),
                        marks.get(i).beginNanos(),
                        marks.get(i).endNanos(),
                        summaries.get(i)))
                .toList();
    }

    /** Returns the part in which an interval lies: the last one of its phase that began before the interval did. */
    private static String part(RunDetails details, IntervalSummary interval) {
        return details.course().parts().stream()
                .filter(part -> part.phase().equals(interval.phase()))
                .filter(part -> IsoTime.epochNanos(part.begin()) <= IsoTime.epochNanos(interval.begin()))
                .reduce((earlier, later) -> later)
                .map(part -> part.part())
                .orElse(interval.phase());
    }

    /** Compares fields of a result that state one number twice, or whose sums are other fields. Used by one thread. */
    static final class StatedSums {
        private static final String INTERVALS = "/weir/intervals";
        private static final String WORKERS = "/weir/workers";
        private static final String PRODUCERS = "/weir/producers";
        private static final String CONSUMERS = "/weir/consumers";
        private static final String PARTITIONS = "/weir/partitions";
        private static final String SUBSCRIPTIONS = "/weir/subscriptions";
        private static final String AUDIT = "/weir/audit/";
        private static final String WORKLOAD = "/weir/provenance/workload/";
        private static final String COUNTS = "counts/";

        private static final List<String> SENDS = List.of("sent", "sentBytes", "acknowledged", "failed", "aborted");
        private static final String RECEIVED = "received";
        private static final String REPEATED = "repeated";
        private static final List<String> RECEIPTS = List.of("receivedBytes", "receiveFailed", "foreign");

        /** Fields on top, as in OMB, by the path of the same value. */
        private static final Map<String, String> SAME = Map.of(
                "/workload", WORKLOAD + "name",
                "/driver", "/weir/provenance/driver/name",
                "/messageSize", WORKLOAD + "messageSize",
                "/keyDistributor", WORKLOAD + "keyDistributor",
                "/producersPerTopic", WORKLOAD + "producersPerTopic",
                "/subscriptionsPerTopic", WORKLOAD + "subscriptionsPerTopic",
                "/consumersPerTopic", WORKLOAD + "consumerPerSubscription",
                "/sampleRateMillis", WORKLOAD + "sampleRateMillis",
                "/producerRate", WORKLOAD + "producerRate",
                "/weir/provenance/seed", WORKLOAD + "seed");

        private final RunDetails weir;
        private final FieldComparison fields;
        private final boolean isComplete;
        private final boolean countsAll;

        StatedSums(RunDocument run, RunDetails weir, FieldComparison fields) {
            this.weir = weir;
            this.fields = fields;
            this.isComplete = run.outcome().filter(Outcome.FAILED::equals).isEmpty()
                    && weir.instrument().workers().stream()
                            .allMatch(worker -> worker.lost().isEmpty())
                    && !has(ReasonCode.WORKER_LOST);
            this.countsAll = isComplete
                    && !hasRelays(weir)
                    && !weir.sharesPartitions()
                    && Features.in(ResultPart.class).stream()
                            .allMatch(part ->
                                    part.hasAllClients() || part.in(weir).isEmpty())
                    && weir.clients().subscriptions().stream()
                            .allMatch(each -> each.laterStart().isEmpty());
        }

        private static boolean hasRelays(RunDetails weir) {
            return weir.instrument().workers().stream().anyMatch(worker -> worker.pipelines() > 0);
        }

        private boolean has(ReasonCode code) {
            return weir.verdict().reasons().stream().map(Reason::code).anyMatch(each -> each == code);
        }

        void compare() {
            compareReasons();
            SAME.forEach(this::compareSame);
            weir.checks().audit().ifPresent(this::compareAudit);
            if (isComplete) {
                Stream.concat(SENDS.stream(), RECEIPTS.stream())
                        .forEach(name ->
                                compareSums(entries(INTERVALS, COUNTS + name), entries(WORKERS, COUNTS + name)));
                compareSums(arrivals(INTERVALS), arrivals(WORKERS));
            }
            if (countsAll) {
                compareClients();
            }
        }

        private void compareReasons() {
            List<Reason> reasons = weir.verdict().reasons();
            for (int i = 0; i < reasons.size(); i++) {
                // A severity that depends on the run is confirmed by nothing, but it is one of those that its code can
                // have.
                Severity stated = reasons.get(i).severity();
                if (reasons.get(i).code() instanceof ReasonCode code
                        && (code.least() == code.worst()
                                || stated.compareTo(code.least()) < 0
                                || stated.compareTo(code.worst()) > 0)) {
                    fields.compare("/weir/reasons/" + i + "/severity", code.least());
                }
            }
            fields.compare("/weir/interrupted", has(ReasonCode.INTERRUPTED));
        }

        private void compareAudit(Audit audit) {
            fields.compare(AUDIT + "verdict", audit.result().verdict());
            if (!isComplete) {
                return;
            }
            boolean acknowledges = countsAll || !hasRelays(weir);
            for (String name : acknowledges ? List.of("acknowledged", "failed", "aborted") : List.<String>of()) {
                compareSums(List.of(AUDIT + name), entries(INTERVALS, COUNTS + name));
            }
            if (countsAll && audit.complete() && audit.result().audited()) {
                // Each arrival is the first one of its message, or another one.
                Stream<String> deliveries = Stream.of("delivered", "duplicated", "redelivered");
                compareSums(deliveries.map(AUDIT::concat).toList(), arrivals(INTERVALS));
            }
        }

        /**
         * Returns the counts of first and of repeated deliveries. Only their sum is the same everywhere: intervals
         * count a delivery as repeated if another worker had the first one, which the worker itself cannot know.
         */
        private List<String> arrivals(String list) {
            return Stream.of(RECEIVED, REPEATED)
                    .flatMap(name -> entries(list, COUNTS + name).stream())
                    .toList();
        }

        private void compareClients() {
            SENDS.forEach(name -> compareSums(entries(PRODUCERS, COUNTS + name), entries(WORKERS, COUNTS + name)));
            if (!fields.at(CONSUMERS).isEmpty()) {
                Stream.concat(RECEIPTS.stream(), Stream.of(RECEIVED, REPEATED))
                        .forEach(name ->
                                compareSums(entries(CONSUMERS, COUNTS + name), entries(WORKERS, COUNTS + name)));
                List<String> received = entries(PARTITIONS, RECEIVED);
                if (!received.isEmpty()) {
                    compareSums(received, entries(CONSUMERS, COUNTS + RECEIVED));
                }
                if (values(entries(INTERVALS, COUNTS + REPEATED)).sum()
                        == values(entries(WORKERS, COUNTS + REPEATED)).sum()) {
                    compareSums(
                            entries(SUBSCRIPTIONS, "deliveredMessagesPerSecond"),
                            List.of("/weir/throughput/deliveredMessagesPerSecond"));
                }
            }
            if (weir.load().unsent().isPresent()) {
                compareSums(List.of("/weir/unsent"), entries(PRODUCERS, "unsent"));
            }
            if (!has(ReasonCode.CLIENT_LATENCIES_SHARED)) {
                for (String name : List.of("publishResponse", "publishService", "sendDelay", "sendCall")) {
                    compareLatency(PRODUCERS, name);
                }
                for (String name : List.of("endToEndResponse", "endToEndService")) {
                    compareLatency(CONSUMERS, name);
                    compareLatency(SUBSCRIPTIONS, name);
                }
            }
        }

        private void compareLatency(String clients, String name) {
            for (String figure : List.of("count", "negative")) {
                List<String> counts = entries(clients, "latency/" + name + "/" + figure);
                if (!counts.isEmpty()) {
                    compareSums(counts, List.of("/weir/latency/" + name + "/summary/" + figure));
                }
            }
        }

        private void compareSame(String one, String other) {
            JsonNode value = fields.at(other);
            if (value.isValueNode() && fields.at(one).isValueNode()) {
                fields.compare(one, value);
                fields.confirm(other);
            }
        }

        /** Compares two sums; fields that are absent count as 0. */
        private void compareSums(List<String> some, List<String> others) {
            List<String> all = new ArrayList<>(some);
            all.addAll(others);
            String what = "sum of " + text(some) + ", by " + text(others);
            fields.compareSum(what, values(some).sum(), values(others).sum(), all);
        }

        private DoubleStream values(List<String> paths) {
            return paths.stream().mapToDouble(path -> fields.at(path).asDouble());
        }

        private static String text(List<String> paths) {
            return paths.stream()
                    .map(path -> FieldComparison.shown(path).replaceAll("\\.\\d+\\.", "[]."))
                    .distinct()
                    .reduce((one, next) -> one + " and " + next)
                    .orElse("nothing");
        }

        /** Returns the path of a field in each entry of a list that has it. */
        private List<String> entries(String list, String field) {
            return IntStream.range(0, fields.at(list).size())
                    .mapToObj(i -> list + "/" + i + "/" + field)
                    .filter(path -> !fields.at(path).isMissingNode())
                    .toList();
        }
    }
}
