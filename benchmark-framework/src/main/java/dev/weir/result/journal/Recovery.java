package dev.weir.result.journal;

import dev.weir.measure.Counts;
import dev.weir.result.ResultFile;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.Audit;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.RunChecks;
import dev.weir.result.document.RunCourse;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunInstrument;
import dev.weir.result.document.RunLoad;
import dev.weir.result.document.RunMeasurements;
import dev.weir.result.document.RunVerdict;
import dev.weir.result.document.Worker;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.omb.OmbRun;
import dev.weir.result.run.RunIdentity;
import dev.weir.result.value.IsoTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Makes a result of what a run has left whose coordinator ended before it could: of its journal, and of the histograms
 * beside it. What only the end of a run tells is not in it: the audit, the figures of single clients, what was observed of
 * the processes. One thread.
 */
public final class Recovery {
    /** Why the coordinator ended before its run did. */
    public enum Cause {
        KILLED("the coordinator was killed"),
        INTERRUPTED("a person ended the coordinator at once"),
        OUT_OF_MEMORY("the coordinator ran out of memory or threads");

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

    /**
     * Of a journal.
     *
     * @return empty if its coordinator ended before anything was known of the run
     * @throws IOException if it cannot be read
     */
    public static Optional<Recovery> of(Path journal) throws IOException {
        StoredJournal stored = StoredJournal.read(journal);
        return stored.run().map(run -> new Recovery(journal, stored, run));
    }

    /** Where the result of a journal's run lies, or will lie. */
    public static Path resultFile(Path journal) {
        return besideJournal(journal, ".json");
    }

    private static Path besideJournal(Path journal, String ending) {
        String name = journal.toString();
        return Path.of(name.substring(0, name.length() - Journal.ENDING.length()) + ending);
    }

    /** Which run it was, as {@link RunIdentity#id}. */
    public String runId() {
        return weir.course().run().map(RunCourse.Run::id).orElse("");
    }

    /** Name of the driver, as its file has it. */
    public String driver() {
        return weir.origin()
                .provenance()
                .flatMap(provenance -> provenance.files().driver())
                .map(driver -> driver.get("driver"))
                .map(String::valueOf)
                .orElse("");
    }

    /** Whether the brokers were its own: they have gone with their coordinator, and all that was on them. */
    public boolean wasEmbedded() {
        return weir.origin()
                .provenance()
                .flatMap(Provenance::setup)
                .filter(setup -> setup.embeddedBrokers() > 0)
                .isPresent();
    }

    /** Names of what may still be in the system: topics, or that after which subscriptions are named. */
    public List<String> names() {
        boolean closed =
                weir.course().phases().stream().anyMatch(phase -> phase.phase().equals(Phase.CLOSE.key()));
        return closed ? List.of() : stored.names();
    }

    /** How many intervals were noted. */
    public int intervals() {
        return stored.intervals().size();
    }

    /** When the last of them ended, ISO-8601; empty if there is none. */
    public Optional<String> lastEnd() {
        return end(IsoTime::of);
    }

    private OptionalLong endNanos() {
        return stored.intervals().stream().mapToLong(JournaledInterval::toNanos).max();
    }

    /**
     * Writes the result, whole or not at all.
     *
     * @param cause why the coordinator ended
     * @param further what its reader has to know beside that
     * @return how many bytes of torn lines were left out, of the journal and of the histograms
     * @throws UncheckedIOException if it cannot be written
     */
    public long write(Cause cause, List<Reason> further) {
        var histograms = RecoveredHistograms.of(besideJournal(journal, ".hlog"), stored.intervals());
        long leftOut = stored.unreadableBytes() + histograms.unreadableBytes();
        List<Reason> reasons = new ArrayList<>();
        reasons.add(Reason.of(ReasonCode.RECOVERED, explain(histograms, leftOut)));
        if (cause == Cause.INTERRUPTED) {
            reasons.add(Reason.of(ReasonCode.INTERRUPTED, "a person ended the run at once"));
        }
        reasons.addAll(further);
        ResultFile.write(document(Optional.of(cause), reasons, histograms), resultFile(journal));
        return leftOut;
    }

    /** The result of a run that goes on, without an outcome. Its figures are those of the intervals that are over. */
    public RunDocument soFar() {
        return document(
                Optional.empty(),
                List.of(),
                RecoveredHistograms.of(besideJournal(journal, ".hlog"), stored.intervals()));
    }

    private RunDocument document(Optional<Cause> cause, List<Reason> reasons, RecoveredHistograms histograms) {
        OmbRun run = document.run();
        return new RunDocument(
                document.schemaVersion(),
                cause.map(ended -> Outcome.FAILED),
                new OmbRun(
                        run.workload(),
                        run.driver(),
                        run.version(),
                        run.beginTime(),
                        end(IsoTime::asOmb).or(run::endTime)),
                document.load(),
                document.schedule(),
                histograms.ombSeries().lists(),
                histograms.ombSeries().totals(),
                Optional.of(details(cause, reasons, histograms)));
    }

    private RunDetails details(Optional<Cause> cause, List<Reason> reasons, RecoveredHistograms histograms) {
        List<IntervalSummary> summaries =
                stored.intervals().stream().map(JournaledInterval::interval).toList();
        RunVerdict verdict = weir.verdict();
        RunLoad load = weir.load();
        RunChecks checks = weir.checks();
        return new RunDetails(
                new RunVerdict(
                        joined(verdict.reasons(), reasons),
                        verdict.findings(),
                        cause.map(this::failure),
                        cause.filter(Cause.INTERRUPTED::equals).isPresent()),
                new RunCourse(
                        weir.course().run().map(this::ended),
                        phases(),
                        joined(weir.course().events(), stored.events()),
                        histograms.parts(),
                        weir.course().members()),
                new RunLoad(
                        load.backlog(),
                        load.availability(),
                        load.payload(),
                        Optional.of(Throughput.of(summaries)),
                        load.transactionBenchmark(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty()),
                new RunMeasurements(
                        RunMeasurements.latencies(
                                histograms.measured(),
                                bound(),
                                weir.instrument().workers()),
                        Optional.empty(),
                        summaries),
                new RunChecks(
                        checks.audit().map(audit -> counted(audit, summaries)),
                        checks.thresholds(),
                        checks.durability(),
                        checks.clock()),
                new RunInstrument(
                        weir.instrument().workers().stream()
                                .map(Recovery::withoutFigures)
                                .toList(),
                        weir.instrument().harness()),
                weir.clients(),
                weir.origin());
    }

    private static <T> List<T> joined(List<T> known, List<T> further) {
        return Stream.concat(known.stream(), further.stream()).toList();
    }

    private Optional<String> end(LongFunction<String> text) {
        return endNanos().stream().mapToObj(text).findFirst();
    }

    private RunCourse.Run ended(RunCourse.Run run) {
        return new RunCourse.Run(
                run.id(),
                run.begin(),
                end(IsoTime::of).or(run::end),
                run.campaign(),
                run.point(),
                run.repeat(),
                run.discarded());
    }

    private static Worker withoutFigures(Worker worker) {
        return new Worker(
                worker.name(),
                worker.facts(),
                worker.clients(),
                Optional.empty(),
                worker.clock(),
                new Worker.Effort(OptionalDouble.empty(), OptionalLong.empty()),
                worker.pacing(),
                worker.lost());
    }

    private String failure(Cause cause) {
        return cause.text
                + lastEnd()
                        .map(end -> "; the last interval that it noted ended at " + end)
                        .orElse(" before the first interval was over")
                + "; what came later, the audit and the figures of single clients are not known";
    }

    private String explain(RecoveredHistograms histograms, long leftOut) {
        return "it is made of what the journal held: " + intervals() + " intervals"
                + (leftOut == 0 ? "" : "; " + leftOut + " bytes of torn lines were left out")
                + histograms
                        .trouble()
                        .map(why -> "; latencies are missing: " + why)
                        .orElse("");
    }

    /** Those that had ended when the journal last had them, and those in which intervals lie. */
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

    private OptionalLong bound() {
        return weir.checks().clock().map(Clocks::endToEndBoundNanos).orElse(OptionalLong.empty());
    }

    /** Whether each message arrived is unknown; how many did, counters have. */
    private Audit counted(Audit audit, List<IntervalSummary> summaries) {
        Counts total = summaries.stream().map(IntervalSummary::counts).reduce(Counts.NONE, Counts::plus);
        boolean off = weir.verdict().reasons().stream().anyMatch(reason -> reason.code() == ReasonCode.AUDIT_OFF);
        return new Audit(
                off ? "off" : "incomplete",
                audit.complete(),
                audit.subscriptions(),
                new Audit.Counts(
                        OptionalLong.of(total.sends().acknowledged()),
                        OptionalLong.of(total.sends().failed()),
                        OptionalLong.of(total.sends().aborted()),
                        OptionalLong.of(total.receipts().received())),
                audit.violations(),
                audit.blocks());
    }
}
