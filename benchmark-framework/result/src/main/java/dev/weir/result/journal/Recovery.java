package dev.weir.result.journal;

import dev.weir.measure.Counts;
import dev.weir.measure.HistogramLog;
import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import dev.weir.result.ResultFile;
import dev.weir.result.WholeFile;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.Audit;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.FeatureParts;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.document.RunDetails.RunCourse;
import dev.weir.result.document.RunDetails.RunInstrument;
import dev.weir.result.document.RunDetails.RunLoad;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDetails.RunMeasurements.Distribution;
import dev.weir.result.document.RunDetails.RunVerdict;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunDocument.OmbRun;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.StoredJournal.JournaledInterval;
import dev.weir.result.value.IsoTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Makes a result from the journal and the histograms of a run whose coordinator ended early. The result lacks what is
 * known only at the end of a run: the audit, the figures of single clients, the observations of the processes. Used by
 * one thread.
 */
public final class Recovery {
    /** Why the coordinator ended before its run did. */
    public enum Cause {
        KILLED("the coordinator was killed or ran out of memory"),
        INTERRUPTED("a person ended the coordinator at once");

        private final String text;

        Cause(String text) {
            this.text = text;
        }
    }

    private final Path journal;
    private final StoredJournal stored;
    private final RunDocument document;
    private final RunDetails weir;

    private Recovery(Path journal, StoredJournal stored, RunDocument run) {
        this.journal = journal;
        this.stored = stored;
        this.document = run;
        this.weir = run.weir().orElse(RunDetails.NONE);
    }

    /** Reads a journal; empty if it has no facts about the run that can be read. */
    public static Optional<Recovery> of(Path journal) throws IOException {
        StoredJournal stored = StoredJournal.read(journal);
        return stored.run().map(run -> new Recovery(journal, stored, run));
    }

    /** Returns whether nothing was ever written to a journal: a power cut can leave it empty beside histograms. */
    public static boolean isUnused(Path journal) throws IOException {
        Path log = besideJournal(journal, ".hlog");
        return Files.size(journal) == 0 && (!Files.exists(log) || HistogramLogReader.isUnused(log));
    }

    /** Returns the result file of a journal's run, whether or not it exists. */
    public static Path resultFile(Path journal) {
        return besideJournal(journal, ".json");
    }

    private static Path besideJournal(Path journal, String ending) {
        String name = journal.toString();
        return Path.of(name.substring(0, name.length() - Journal.ENDING.length()) + ending);
    }

    public String runId() {
        return weir.course().run().map(RunCourse.Run::id).orElse("");
    }

    public String driver() {
        Optional<Object> driver =
                weir.origin().provenance().map(origin -> origin.driver().get("driver"));
        return driver.map(String::valueOf).orElse("");
    }

    /** Returns whether the brokers were embedded: they ended with their coordinator, with all their data. */
    public boolean wasEmbedded() {
        return weir.origin().provenance().stream()
                .anyMatch(provenance -> provenance.setup().embeddedBrokers() > 0);
    }

    /** Returns names of what may still be in the system: topics, or the prefix of subscriptions. */
    public List<String> names() {
        boolean closed =
                weir.course().phases().stream().anyMatch(phase -> phase.phase().equals(Phase.CLOSE.key()));
        return closed ? List.of() : stored.names();
    }

    public int intervals() {
        return stored.intervals().size();
    }

    /** Returns when the last of them ended, ISO-8601; empty if there is none. */
    public Optional<String> lastEnd() {
        return end(IsoTime::of);
    }

    /**
     * Writes the result atomically.
     *
     * @param further further reasons for its reader
     * @return size of torn lines that were skipped, of the journal and of the histograms
     * @throws UncheckedIOException if it cannot be written
     */
    public long write(Cause cause, List<Reason> further) {
        Path log = besideJournal(journal, ".hlog");
        var histograms = RecoveredHistograms.of(log, stored.intervals());
        long leftOut = stored.unreadableBytes() + histograms.unreadableBytes();
        var unresolved = UnresolvedMessages.of(stored.intervals(), subscriptions());
        if (histograms.trouble().isEmpty() && !stored.intervals().isEmpty()) {
            histograms = endingWith(unresolved, histograms, log);
        }
        List<Reason> reasons = new ArrayList<>();
        reasons.add(Reason.of(ReasonCode.RECOVERED, explain(histograms, unresolved, leftOut)));
        if (cause == Cause.INTERRUPTED) {
            reasons.add(Reason.of(ReasonCode.INTERRUPTED, "a person ended the run at once"));
        }
        reasons.addAll(further);
        ResultFile.write(document(Optional.of(cause), reasons, histograms), resultFile(journal));
        return leftOut;
    }

    /** Returns the result of a run that goes on, without an outcome. It contains the complete intervals. */
    public RunDocument soFar() {
        var histograms = RecoveredHistograms.of(besideJournal(journal, ".hlog"), stored.intervals());
        return document(Optional.empty(), List.of(), histograms);
    }

    private RunDocument document(Optional<Cause> cause, List<Reason> reasons, RecoveredHistograms histograms) {
        OmbRun run = document.run();
        Optional<String> end = end(IsoTime::asOmb).or(run::endTime);
        return new RunDocument(
                document.schemaVersion(),
                cause.map(ended -> Outcome.FAILED),
                new OmbRun(run.workload(), run.driver(), run.version(), run.beginTime(), end),
                document.load(),
                histograms.ombSeries().lists(),
                histograms.ombSeries().totals(),
                Optional.of(details(cause, reasons, histograms)));
    }

    private RunDetails details(Optional<Cause> cause, List<Reason> reasons, RecoveredHistograms histograms) {
        List<IntervalSummary> summaries = histograms.trouble().isPresent()
                ? stored.intervals().stream().map(JournaledInterval::interval).toList()
                : histograms.summaries();
        RunVerdict verdict = weir.verdict();
        RunCourse course = weir.course();
        RunChecks checks = weir.checks();
        List<Worker> workers = weir.instrument().workers();
        boolean interrupted = cause.filter(Cause.INTERRUPTED::equals).isPresent();
        Optional<Throughput> throughput = Optional.of(Throughput.of(summaries));
        Map<String, Distribution> latency =
                RunMeasurements.latencies(histograms.measured(), checks.clockBound(), workers);
        Optional<Audit> audit = checks.audit().map(stated -> counted(stated, summaries));
        List<Reason> allReasons = joined(verdict.reasons(), reasons);
        List<RunEvent> events = joined(course.events(), stored.events());
        List<Worker> known = workers.stream().map(Recovery::withoutFigures).toList();
        var details = new RunDetails(
                new RunVerdict(allReasons, verdict.findings(), cause.map(this::failure), interrupted),
                new RunCourse(course.run().map(this::ended), phases(), events, histograms.parts()),
                new RunLoad(weir.load().payload(), throughput, OptionalLong.empty(), OptionalLong.empty()),
                new RunMeasurements(latency, Optional.empty(), summaries),
                new RunChecks(audit, checks.thresholds(), checks.durability(), checks.clock()),
                new RunInstrument(known, weir.instrument().harness()),
                weir.clients(),
                weir.origin(),
                FeatureParts.NONE);
        return details.withDerived(histograms.measured());
    }

    private static <T> List<T> joined(List<T> known, List<T> further) {
        return Stream.concat(known.stream(), further.stream()).toList();
    }

    private Optional<String> end(LongFunction<String> text) {
        OptionalLong last = stored.intervals().stream()
                .mapToLong(JournaledInterval::toNanos)
                .max();
        return last.stream().mapToObj(text).findFirst();
    }

    private RunCourse.Run ended(RunCourse.Run run) {
        return new RunCourse.Run(
                run.id(),
                run.begin(),
                end(IsoTime::of).orElse(run.end()),
                run.campaign(),
                run.point(),
                run.repeat(),
                run.discarded());
    }

    private static Worker withoutFigures(Worker worker) {
        return new Worker(
                worker.name(),
                worker.facts(),
                worker.producers(),
                worker.consumers(),
                worker.pipelines(),
                Optional.empty(),
                worker.clockOffsetNanos(),
                worker.clockBoundNanos(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                worker.pacingPrecisionNanos(),
                worker.pacingSpinNanos(),
                worker.lost());
    }

    private String failure(Cause cause) {
        return cause.text
                + lastEnd()
                        .map(end -> "; the last interval that it noted ended at " + end)
                        .orElse(" before the first interval was over")
                + "; later figures, the audit and the figures of single clients are unknown";
    }

    private String explain(RecoveredHistograms histograms, UnresolvedMessages unresolved, long leftOut) {
        String open = unresolved.messages() + unresolved.deliveries() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; when it ended, %,d messages that had been sent were not acknowledged, and %,d deliveries"
                                + " were outstanding: only lower bounds of their latencies are known",
                        unresolved.messages(),
                        unresolved.deliveries());
        String missing = histograms
                .trouble()
                .map(why -> "; latencies are missing: " + why)
                .orElse("");
        return "it is made of what the journal held: " + intervals() + " intervals"
                + (leftOut == 0 ? "" : "; " + leftOut + " bytes of torn lines were left out") + open + missing;
    }

    /** Adds an interval without a length, as at the end of a run, with the latencies that did not end. */
    private RecoveredHistograms endingWith(UnresolvedMessages unresolved, RecoveredHistograms known, Path log) {
        boolean acknowledges =
                weir.verdict().reasons().stream().noneMatch(reason -> reason.code() == ReasonCode.NO_ACKNOWLEDGEMENTS);
        LatencySet bounds = known.has(Latency.SEND_CALL)
                ? unresolved.bounds(acknowledges, known.has(Latency.SEND_DELAY))
                : new LatencySet();
        List<JournaledInterval> intervals = new ArrayList<>(stored.intervals());
        JournaledInterval last = intervals.get(intervals.size() - 1);
        long end = last.toNanos();
        try {
            WholeFile.writeBytes(log, out -> {
                HistogramLogReader.copy(
                        log, (from, to) -> stored.intervals().stream().anyMatch(each -> each.is(from, to)), out);
                if (bounds.hasAny()) {
                    HistogramLog more = HistogramLog.continuing(out);
                    more.interval(stored.intervals().size(), end, end);
                    more.append(false, IntervalStore.COORDINATOR, end, end, bounds);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + log, e);
        }
        if (bounds.hasAny()) {
            long backlog = last.interval().backlogMessages();
            var interval = new Interval(last.phase(), end, end, 0, Counts.NONE, backlog, new LatencySet(), bounds);
            IntervalSummary summary = IntervalSummary.of(interval, OptionalDouble.empty());
            intervals.add(new JournaledInterval(last.part(), end, end, summary));
        }
        return RecoveredHistograms.of(log, intervals);
    }

    /** Returns the number of subscriptions of each topic that began with the load; 0 without consumers. */
    private long subscriptions() {
        long all = weir.checks().audit().map(Audit::subscriptions).orElse(0);
        boolean consumes = document.load().consumersPerTopic().stream().anyMatch(each -> each.longValue() > 0);
        return consumes ? all - weir.subscriptionsWith("startAfter") : 0;
    }

    /** Returns the phases that had ended by the last facts, and those in which intervals lie. */
    private List<PhaseSpan> phases() {
        List<PhaseSpan> phases = new ArrayList<>(weir.course().phases());
        List<String> known = phases.stream().map(PhaseSpan::phase).toList();
        for (Phase phase : Phase.values()) {
            List<JournaledInterval> inside = stored.intervals().stream()
                    .filter(each -> each.phase() == phase && !known.contains(phase.key()))
                    .toList();
            if (!inside.isEmpty()) {
                phases.add(PhaseSpan.of(
                        phase,
                        inside.get(0).fromNanos(),
                        inside.get(inside.size() - 1).toNanos()));
            }
        }
        return phases;
    }

    /** Returns the audit from counters: whether each message arrived is unknown. */
    private Audit counted(Audit audit, List<IntervalSummary> summaries) {
        Counts total = summaries.stream().map(IntervalSummary::counts).reduce(Counts.NONE, Counts::plus);
        return new Audit(
                weir.ofWorkload("audit").equals(Optional.of(false)) ? "off" : "incomplete",
                audit.complete(),
                audit.subscriptions(),
                new Audit.AuditCounts(
                        total.sends().acknowledged(),
                        total.sends().failed(),
                        total.sends().aborted(),
                        total.receipts().received(),
                        OptionalLong.empty()),
                audit.violations(),
                audit.blocks());
    }

    /**
     * Messages of a run without an end that were sent and not acknowledged, or not delivered, when its journal ended.
     *
     * <p>A journal has their number, but not which ones they are. They are taken to be the last ones that were sent,
     * each at the end of its interval: no other choice has smaller latencies, so these are lower bounds.
     *
     * @param intervals intervals of the journal, in order
     * @param messages messages that were sent and neither acknowledged nor given up
     * @param deliveries outstanding deliveries, including those of these messages
     * @param subscriptions number of subscriptions that began with the load; 0 if nothing was to be delivered
     */
    record UnresolvedMessages(List<JournaledInterval> intervals, long messages, long deliveries, long subscriptions) {
        static UnresolvedMessages of(List<JournaledInterval> intervals, long subscriptions) {
            Counts.Sends sends = intervals.stream()
                    .map(each -> each.interval().counts())
                    .reduce(Counts.NONE, Counts::plus)
                    .sends();
            long messages = Math.max(0, sends.sent() - sends.acknowledged() - sends.failed() - sends.aborted());
            long backlog = intervals.isEmpty()
                    ? 0
                    : intervals.get(intervals.size() - 1).interval().backlogMessages();
            return new UnresolvedMessages(
                    intervals, messages, subscriptions == 0 ? 0 : backlog + messages * subscriptions, subscriptions);
        }

        /** Returns lower bounds of the latencies of those that were due in the measurement. */
        LatencySet bounds(boolean acknowledges, boolean scheduled) {
            var bounds = new LatencySet();
            if (acknowledges) {
                add(bounds, Latency.PUBLISH_SERVICE, Latency.PUBLISH_RESPONSE, scheduled, bounds(messages, 1));
            }
            LatencyHistogram undelivered = bounds(deliveries, subscriptions);
            add(bounds, Latency.END_TO_END_SERVICE, Latency.END_TO_END_RESPONSE, scheduled, undelivered);
            return bounds;
        }

        private static void add(
                LatencySet bounds, Latency service, Latency response, boolean scheduled, LatencyHistogram waited) {
            bounds.of(service).lowerBounds().add(waited);
            if (scheduled) {
                bounds.of(response).lowerBounds().add(waited);
            }
        }

        private LatencyHistogram bounds(long unresolved, long perMessage) {
            var bounds = new LatencyHistogram();
            long left = unresolved;
            for (int i = intervals.size() - 1; i >= 0 && left > 0; i--) {
                JournaledInterval sentIn = intervals.get(i);
                long here = Math.min(
                        left, perMessage * sentIn.interval().counts().sends().sent());
                if (here > 0 && sentIn.phase() != Phase.PREPARE && sentIn.phase() != Phase.WARM_UP) {
                    bounds.record(intervals.get(intervals.size() - 1).toNanos() - sentIn.toNanos(), here);
                }
                left -= here;
            }
            return bounds;
        }
    }
}
