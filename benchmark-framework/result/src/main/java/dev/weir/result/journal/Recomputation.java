package dev.weir.result.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.feature.Features;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.HistogramTag;
import dev.weir.measure.LatencyHistogram;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.DerivedPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDetails.RunVerdict;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.IntervalSummary;
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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

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
     * Computes the figures of a result again.
     *
     * @param file the fields of the result file as they are in it
     * @param stated these fields as they were read
     * @param log histograms of its intervals
     * @throws IOException if the log cannot be read or has lines that are no histograms
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
            comparison.compareSum(
                    "sum of weir.intervals[].counts.acknowledged",
                    summaries.stream()
                            .mapToDouble(each -> each.counts().sends().acknowledged())
                            .sum(),
                    (double) histograms.published(),
                    List.of());
        }
        Features.in(DerivedPart.class)
                .forEach(part -> comparison.compare("/weir/" + part.name(), part.of(histograms.measured(), details)));
        OptionalLong clockBound =
                details.checks().clock().map(Clocks::endToEndBoundNanos).orElse(OptionalLong.empty());
        comparison.compare(
                "/weir/latency",
                RunMeasurements.latencies(
                        histograms.measured(), clockBound, details.instrument().workers()));
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
}
