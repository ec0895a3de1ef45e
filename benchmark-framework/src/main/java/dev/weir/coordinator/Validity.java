package dev.weir.coordinator;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.observe.Pause;
import dev.weir.observe.PauseTally;
import dev.weir.observe.ProcessTally;
import dev.weir.observe.Standstill;
import dev.weir.observe.Stretch;
import dev.weir.result.HarnessResult;
import dev.weir.result.IntervalSummary;
import dev.weir.result.IsoTime;
import dev.weir.result.Reason;
import dev.weir.result.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Judges what was observed of the instrument by what it does to the figures: what held messages up is judged against the
 * quantiles that it can explain ({@link Effect}), and told once, as what it is closest to: a garbage collection is not
 * told a second time as a hiccup. {@code docs/result.md} lists the codes with their thresholds.
 */
final class Validity {
    private static final double LATE_SHARE = 0.01;
    private static final double GC_SHARE = 0.05;

    private final Watch watch;
    private final List<HarnessResult> processes;
    private final LatencySet measured;
    private final List<IntervalSummary> intervals;
    private final ReasonList reasons = new ReasonList();

    /**
     * Of a run that is over.
     *
     * @param processes what was observed of each
     * @param measured all latencies of the measurement
     * @param intervals of the run
     */
    Validity(Watch watch, List<HarnessResult> processes, LatencySet measured, List<IntervalSummary> intervals) {
        this.watch = watch;
        this.processes = processes;
        this.measured = measured;
        this.intervals = intervals;
    }

    List<Reason> reasons() {
        judgeLateSends();
        judgeGarbageCollection();
        judgeHiccups();
        var host = new HostValidity(reasons);
        // The coordinator carries no message: what its host lacks stands in the result, and touches no figure.
        processes.stream().limit(watch.workerCount()).forEach(host::judge);
        for (int worker = 0; worker < processes.size(); worker++) {
            if (processes.get(worker).calibration().isPresent()) {
                host.judgeLoad(processes.get(worker), watch.counts(worker));
            }
        }
        judgeSamples();
        return reasons.all();
    }

    private void judgeLateSends() {
        LatencySamples late = watch.producing().late();
        long sent = measured.of(Latency.SEND_DELAY).count();
        if (late.count() == 0 || sent == 0) {
            return;
        }
        double share = (double) late.count() / sent;
        Effect effect = Effect.of(
                measured,
                (latency, nanos) -> (double) watch.producing().lateCount(nanos) / sent,
                OptionalLong.of(late.maxNanos()));
        if (effect.isNone() && share < LATE_SHARE) {
            return;
        }
        reasons.add(
                "SENDS_LATE",
                severity(effect),
                watch.producing().worstLateStretch(),
                new NamedFigures()
                        .with("lateMessages", late.count())
                        .with("lateShare", share)
                        .with("p99OfLateNanos", late.percentileNanos(99))
                        .with("longestNanos", late.maxNanos()),
                "Weir itself sent %,d messages (%s) late, beyond what its pacing allows for, up to %s%s",
                late.count(),
                ReasonList.percent(share),
                ReasonList.millis(late.maxNanos()),
                explains(effect));
    }

    private void judgeGarbageCollection() {
        Optional<HarnessResult> worst = worst(ProcessTally::gc);
        if (worst.isEmpty()) {
            return;
        }
        PauseTally pauses = worst.get().observed().gc();
        Pause longest = pauses.worst().orElseThrow();
        Effect effect = Effect.of(measured, share(Standstill::gcShare), OptionalLong.of(longest.nanos()));
        if (!effect.isNone()
                || pauses.totalNanos() >= GC_SHARE * worst.get().observed().seconds() * 1e9) {
            reasons.add(
                    "GC_PAUSES",
                    severity(effect),
                    Optional.of(Stretch.of(longest)),
                    figures(pauses),
                    "garbage collection stopped %s %,d times for %s in all, at %s for %s%s",
                    ReasonList.name(worst.get()),
                    pauses.count(),
                    ReasonList.millis(pauses.totalNanos()),
                    time(longest),
                    ReasonList.millis(longest.nanos()),
                    explains(effect));
        }
    }

    private void judgeHiccups() {
        Optional<HarnessResult> worst = worst(ProcessTally::hiccupsApartFromGc);
        if (worst.isEmpty()) {
            return;
        }
        PauseTally hiccups = worst.get().observed().hiccupsApartFromGc();
        Pause longest = hiccups.worst().orElseThrow();
        Effect effect = Effect.of(measured, share(Standstill::hiccupShare), OptionalLong.of(longest.nanos()));
        if (!effect.isNone()) {
            reasons.add(
                    "HICCUPS",
                    severity(effect),
                    Optional.of(Stretch.of(longest)),
                    figures(hiccups),
                    "an idle thread of %s was held up %,d times, at %s for %s%s",
                    ReasonList.name(worst.get()),
                    hiccups.count(),
                    time(longest),
                    ReasonList.millis(longest.nanos()),
                    explains(effect));
        }
    }

    /** Too few samples for what a run is read for; and stretches of which nothing is known. */
    private void judgeSamples() {
        for (Latency latency : measured.headlines()) {
            LatencySamples samples = measured.of(latency);
            if (samples.count() > 0 && !samples.isAdequate(99.9)) {
                boolean forP99 = samples.isAdequate(99);
                // How many there are of these, the workload says by itself.
                boolean meant = latency == Latency.TRANSACTION;
                reasons.add(
                        "FEW_SAMPLES",
                        forP99 || meant ? Severity.NOTE : Severity.DEGRADED,
                        Optional.empty(),
                        new NamedFigures().with("samples", samples.total()),
                        "%,d samples of %s are too few for %s, which takes %,d",
                        samples.total(),
                        latency.key(),
                        forP99 ? "its p99.9" : "its p99",
                        LatencyHistogram.adequateCount(forP99 ? 99.9 : 99));
            }
            // A loop has other things to do in between.
            if (samples.count() > 0 && latency != Latency.TRANSACTION) {
                new SampleGaps(latency, intervals).judge(reasons);
            }
        }
    }

    /** Publishing waits for the processes that produce; delivery for those and for the ones that consume. */
    private Effect.Share share(StandstillShare of) {
        return (latency, nanos) -> {
            double ofProducing = of.share(watch.producing(), nanos);
            return latency.crossesHosts() ? Math.max(ofProducing, of.share(watch.consuming(), nanos)) : ofProducing;
        };
    }

    /** The worker with the longest one; the coordinator holds no message up. */
    private Optional<HarnessResult> worst(Function<ProcessTally, PauseTally> pauses) {
        return processes.stream()
                .limit(watch.workerCount())
                .filter(process -> pauses.apply(process.observed()).worst().isPresent())
                .max(Comparator.comparingLong(process ->
                        pauses.apply(process.observed()).worst().orElseThrow().nanos()));
    }

    private static Severity severity(Effect effect) {
        return effect.touchesQuantiles() ? Severity.DEGRADED : Severity.NOTE;
    }

    private static String explains(Effect effect) {
        return effect.isNone() ? "" : ": explains " + effect.text();
    }

    private static NamedFigures figures(PauseTally pauses) {
        return new NamedFigures()
                .with("count", pauses.count())
                .with("totalNanos", pauses.totalNanos())
                .with("longestNanos", pauses.worst().map(Pause::nanos).orElse(0L));
    }

    private static String time(Pause pause) {
        return IsoTime.timeOfDay(pause.beginNanos());
    }

    /** How much of a standstill lasts longer. */
    private interface StandstillShare {
        double share(Standstill standstill, long nanos);
    }
}
