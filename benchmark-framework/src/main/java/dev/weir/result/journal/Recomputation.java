package dev.weir.result.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.HistogramTag;
import dev.weir.measure.LatencyHistogram;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunMeasurements;
import dev.weir.result.document.RunVerdict;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Throughput;
import dev.weir.result.omb.OmbLists;
import dev.weir.result.stage.StageDivision;
import dev.weir.result.value.IsoTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Computes the figures of a finished result again: latencies from the histograms beside it, rates from the counts of its
 * intervals. It uses the code that computed them at the end of the run.
 *
 * @param figures how many numbers were computed again
 * @param differences numbers that do not agree, in the order of the file
 */
public record Recomputation(int figures, List<Difference> differences) {
    /** Version of the oldest result files whose figures can be computed again: older ones have other meanings. */
    public static final int OLDEST_VERSION = 5;

    /** Sums of the same numbers in another order differ in their last digits. */
    private static final double TOLERANCE = 1e-9;

    public Recomputation {
        differences = List.copyOf(differences);
    }

    /**
     * A number that does not agree.
     *
     * @param field its path in the result file
     * @param stated text in the result; empty if it is missing there
     * @param computed text of the number computed again; empty if there is none
     */
    public record Difference(String field, String stated, String computed) {}

    /**
     * Computes the figures of a result again.
     *
     * @param log histograms of its intervals
     * @throws IOException if the log cannot be read or has lines that are no histograms
     */
    public static Recomputation of(RunDocument stated, Path log) throws IOException {
        RunDetails details = stated.weir().orElse(RunDetails.NONE);
        var histograms = RecoveredHistograms.of(log, intervals(details, marks(log)));
        if (histograms.trouble().isPresent()) {
            throw new IOException(histograms.trouble().get());
        }
        if (histograms.unreadableBytes() > 0) {
            throw new IOException(log + " has " + histograms.unreadableBytes() + " bytes that are no histograms");
        }
        RunMeasurements measurements = details.measurements();
        OptionalLong clockBound =
                details.checks().clock().map(Clocks::endToEndBoundNanos).orElse(OptionalLong.empty());
        var comparison = new Comparison();
        RunVerdict verdict = details.verdict();
        comparison.compare(
                "outcome",
                stated.outcome(),
                Optional.of(verdict.failure().orElse("").isEmpty() ? Outcome.of(verdict.reasons()) : Outcome.FAILED));
        if (stated.outcome().filter(Outcome.FAILED::equals).isEmpty() && countsAcknowledgements(details)) {
            comparison.compare(
                    "sum of weir.intervals[].acknowledged",
                    measurements.intervals().stream()
                            .mapToLong(each -> each.counts().sends().acknowledged())
                            .sum(),
                    histograms.published());
        }
        comparison.compare(
                "weir.stages",
                measurements.stages(),
                StageDivision.of(
                        histograms.measured(),
                        details.clients(),
                        details.origin().brokerMetrics(),
                        details.course().phases()));
        comparison.compare(
                "weir.latency",
                measurements.latency(),
                RunMeasurements.latencies(
                        histograms.measured(), clockBound, details.instrument().workers()));
        details.load()
                .throughput()
                .ifPresent(throughput ->
                        comparison.compare("weir.throughput", throughput, Throughput.of(measurements.intervals())));
        comparison.compare("weir.parts", details.course().parts(), histograms.parts());
        comparison.compare("weir.intervals", measurements.intervals(), histograms.summaries());
        OmbLists lists = histograms.ombSeries().lists();
        // In OMB's backlog, duplicates count as outstanding deliveries. Their number in an interval is not in the file.
        var known = new OmbLists(lists.counts(), lists.rates(), stated.series().backlog(), lists.latencies());
        comparison.compare("", stated.series(), known);
        comparison.compare("", stated.totals(), histograms.ombSeries().totals());
        return new Recomputation(comparison.figures, comparison.differences);
    }

    /** Returns whether each acknowledgement has a sample of its own: not in transactions, and a lost worker has none. */
    private static boolean countsAcknowledgements(RunDetails details) {
        return details.load().transactions().isEmpty()
                && details.load().transactionBenchmark().isEmpty()
                && details.clients().pipelines().isEmpty()
                && details.instrument().workers().stream()
                        .allMatch(worker -> worker.lost().isEmpty());
    }

    /** Returns the times of the intervals in a log, in order. */
    private static List<TimeRange> marks(Path log) throws IOException {
        List<TimeRange> marks = new ArrayList<>();
        HistogramLogReader.read(log, tag -> false, new HistogramLogReader.Listener() {
            @Override
            public void interval(int number, long fromNanos, long toNanos) {
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

    /** Compares documents field by field. */
    private static final class Comparison {
        private final List<Difference> differences = new ArrayList<>();
        private int figures;

        void compare(String path, Object stated, Object computed) {
            compareTrees(
                    path,
                    DocumentReader.json().valueToTree(stated),
                    DocumentReader.json().valueToTree(computed));
        }

        private void compareTrees(String path, JsonNode stated, JsonNode computed) {
            if (stated.isContainerNode() && computed.isContainerNode() && stated.isArray() == computed.isArray()) {
                children(stated, computed)
                        .forEach(name -> compareTrees(
                                path.isEmpty() ? name : path + "." + name, child(stated, name), child(computed, name)));
                return;
            }
            figures += stated.isNumber() || computed.isNumber() ? 1 : 0;
            if (!agree(stated, computed)) {
                differences.add(new Difference(path, text(stated), text(computed)));
            }
        }

        private static Set<String> children(JsonNode one, JsonNode other) {
            Set<String> names = new LinkedHashSet<>();
            for (JsonNode each : List.of(one, other)) {
                each.fieldNames().forEachRemaining(names::add);
                for (int i = 0; each.isArray() && i < each.size(); i++) {
                    names.add(String.valueOf(i));
                }
            }
            return names;
        }

        private static JsonNode child(JsonNode of, String name) {
            return of.isArray() ? of.path(Integer.parseInt(name)) : of.path(name);
        }

        private static boolean agree(JsonNode stated, JsonNode computed) {
            if (stated.isIntegralNumber() && computed.isIntegralNumber()) {
                return stated.longValue() == computed.longValue();
            }
            if (stated.isNumber() && computed.isNumber()) {
                double one = stated.asDouble();
                double other = computed.asDouble();
                return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
            }
            return stated.equals(computed);
        }

        private static String text(JsonNode value) {
            return value.isMissingNode() ? "" : value.toString();
        }
    }
}
