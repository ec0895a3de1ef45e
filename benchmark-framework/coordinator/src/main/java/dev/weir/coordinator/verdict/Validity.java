package dev.weir.coordinator.verdict;

import static dev.weir.result.code.Reason.ReasonList.millis;
import static dev.weir.result.code.Reason.ReasonList.percent;
import static dev.weir.workload.text.NumberText.counted;
import static dev.weir.workload.text.NumberText.times;

import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.ProcessTally.ConditionDuration;
import dev.weir.host.observation.ProcessTally.PauseTally;
import dev.weir.host.observation.StandstillShares;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.Reason.ReasonList;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Harness.HarnessResult;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Judges observations of the instrument by their effect on the figures. Delays are compared with the quantiles that
 * they can explain ({@link AffectedFigures}). Each delay is reported once, by its nearest cause: a garbage collection
 * is not also reported as a hiccup. {@code docs/codes.md} explains the codes.
 */
public final class Validity {
    private static final double LATE_SHARE = 0.01;
    private static final double GC_SHARE = 0.05;

    private final InstrumentObservations watch;
    private final List<HarnessResult> processes;
    private final LatencySet measured;
    private final List<IntervalSummary> intervals;
    private final ReasonList reasons = new ReasonList();

    private Validity(
            InstrumentObservations watch,
            List<HarnessResult> processes,
            LatencySet measured,
            List<IntervalSummary> intervals) {
        this.watch = watch;
        this.processes = processes;
        this.measured = measured;
        this.intervals = intervals;
    }

    public static List<Reason> of(
            InstrumentObservations watch,
            List<HarnessResult> processes,
            LatencySet measured,
            List<IntervalSummary> intervals) {
        return new Validity(watch, processes, measured, intervals).judged();
    }

    private List<Reason> judged() {
        judgeLateSends();
        judgePauses(
                ProcessTally::gc,
                StandstillShares::gcShare,
                GC_SHARE,
                (process, pauses) -> "garbage collection stopped " + process + " " + times(pauses.count()) + " for "
                        + millis(pauses.totalNanos()) + " in total");
        judgePauses(
                ProcessTally::hiccupsApartFromGc,
                StandstillShares::hiccupShare,
                Double.POSITIVE_INFINITY,
                (process, pauses) -> "an idle thread of " + process + " was stopped " + times(pauses.count()));
        judgeTogether();
        var host = new HostValidity(reasons);
        // The coordinator carries no message, so a lack of resources on its host affects no figure.
        // If a run fails early, some workers are unknown.
        int workers = Math.min(processes.size(), watch.workerCount());
        IntStream.range(0, workers).forEach(worker -> host.judge(processes.get(worker), watch.cpuUsers(worker)));
        IntStream.range(0, workers)
                .filter(worker -> processes.get(worker).calibration().isPresent())
                .forEach(worker -> host.judgeLoad(processes.get(worker), watch.counts(worker)));
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
        AffectedFigures effect =
                AffectedFigures.of(measured, (latency, nanos) -> lateShare(nanos), OptionalLong.of(late.maxNanos()));
        if (effect.isNone() && share < LATE_SHARE) {
            return;
        }
        reasons.add(
                ReasonCode.SENDS_LATE,
                severity(effect),
                watch.producing().worstLateStretch(),
                new NamedFigures()
                        .with("lateMessages", late.count())
                        .with("lateShare", share)
                        .with("p99OfLateNanos", late.percentileNanos(99))
                        .with("longestNanos", late.maxNanos())
                        .with(effect.figures()),
                "Weir itself sent " + counted(late.count(), "message") + " (" + percent(share)
                        + ") later than its pacing allows, by up to " + millis(late.maxNanos()) + explains(effect));
    }

    /**
     * @param minShare share of the time from which on it is a reason even if it explains no figure
     * @param what describes the standstills of a process, as the begin of a sentence
     */
    private void judgePauses(
            Function<ProcessTally, PauseTally> kind,
            ToDoubleBiFunction<StandstillShares, Long> shares,
            double minShare,
            BiFunction<String, PauseTally, String> what) {
        Optional<HarnessResult> worst = worst(kind);
        if (worst.isEmpty()) {
            return;
        }
        ProcessTally observed = worst.get().observed();
        PauseTally pauses = kind.apply(observed);
        Pause longest = pauses.worst().orElseThrow();
        Pause longestOfAll = processes.stream()
                .limit(watch.workerCount())
                .flatMap(process -> kind.apply(process.observed()).worst().stream())
                .max(Comparator.comparingLong(Pause::nanos))
                .orElseThrow();
        AffectedFigures effect = AffectedFigures.of(measured, share(shares), OptionalLong.of(longestOfAll.nanos()));
        if (!effect.isNone() || pauses.totalNanos() >= minShare * observed.seconds() * 1e9) {
            String ofAll = longestOfAll.nanos() > longest.nanos()
                    ? " (the longest time of all workers was " + millis(longestOfAll.nanos()) + ")"
                    : "";
            reasons.add(
                    ReasonCode.WORKER_PAUSED,
                    severity(effect),
                    Optional.of(TimeRange.of(longest)),
                    new NamedFigures()
                            .with("count", pauses.count())
                            .with("totalNanos", pauses.totalNanos())
                            .with("longestNanos", longest.nanos())
                            .with(effect.figures()),
                    what.apply(worst.get().name(), pauses) + ", the longest time at "
                            + IsoTime.timeOfDay(longest.beginNanos()) + " for " + millis(longest.nanos()) + ofAll
                            + explains(effect));
        }
    }

    /** Judges all kinds of standstill together: their sum can exceed what each of them does alone. */
    private void judgeTogether() {
        AffectedFigures effect = AffectedFigures.of(measured, this::heldUpLonger, OptionalLong.empty());
        if (effect.touchesQuantiles()
                && reasons.all().stream().allMatch(reason -> reason.severity() == Severity.NOTE)) {
            double gc = Math.max(watch.producing().gcShare(0), watch.consuming().gcShare(0));
            double hiccups =
                    Math.max(watch.producing().hiccupShare(0), watch.consuming().hiccupShare(0));
            reasons.add(
                    ReasonCode.WORKER_PAUSED,
                    Severity.DEGRADED,
                    Optional.empty(),
                    new NamedFigures()
                            .with("lateShare", lateShare(0))
                            .with("gcShare", gc)
                            .with("hiccupShare", hiccups)
                            .with(effect.figures()),
                    "late sends (" + percent(lateShare(0)) + " of the messages), garbage collections (" + percent(gc)
                            + " of the time) and hiccups (" + percent(hiccups) + " of the time) delayed messages"
                            + explains(effect));
        }
    }

    /**
     * Returns the share of messages that any standstill delayed by more than a time. A message that was due while its
     * sender stood still is late by the rest of that time, so late sends are no further messages. A message in flight
     * is delayed when its acknowledgement is handled. If a process sends nothing meanwhile, at most the messages of one
     * service time before are delayed.
     */
    private double heldUpLonger(Latency latency, long nanos) {
        double due = Math.max(lateShare(nanos), still(watch.producing(), nanos));
        if (latency.crossesHosts() && !watch.consumersProduce()) {
            return due + still(watch.consuming(), nanos);
        }
        Latency service = latency.crossesHosts() ? Latency.END_TO_END_SERVICE : Latency.PUBLISH_SERVICE;
        long underWay = measured.of(service).percentileNanos(50);
        return due + still(watch.producing(), nanos) - still(watch.producing(), nanos + underWay);
    }

    private double lateShare(long nanos) {
        return (double) watch.producing().lateCount(nanos)
                / Math.max(1, measured.of(Latency.SEND_DELAY).count());
    }

    private static double still(StandstillShares standstill, long nanos) {
        return standstill.gcShare(nanos) + standstill.hiccupShare(nanos);
    }

    private void judgeSamples() {
        for (Latency latency : measured.headlines()) {
            LatencySamples samples = measured.of(latency);
            if (samples.count() > 0 && !samples.isAdequate(99.9)) {
                boolean forP99 = samples.isAdequate(99);
                // The workload itself sets their number.
                boolean meant = latency.isOfLoop();
                reasons.add(
                        ReasonCode.FEW_SAMPLES,
                        forP99 || meant ? Severity.NOTE : Severity.DEGRADED,
                        Optional.empty(),
                        new NamedFigures().with("samples", samples.total()),
                        "%,d samples of %s are too few for %s, which needs %,d",
                        samples.total(),
                        latency.key(),
                        forP99 ? "its p99.9" : "its p99",
                        LatencyHistogram.adequateCount(forP99 ? 99.9 : 99));
            }
            // A closed loop also does other things in between.
            if (samples.count() > 0 && !latency.isOfLoop()) {
                judgeGaps(latency);
            }
        }
    }

    /**
     * Adds a note about intervals of the measurement in which no message of a latency was completed. The system is usually
     * the cause, but an interval without a sample has no quantile.
     */
    private void judgeGaps(Latency latency) {
        ConditionDuration gaps = ConditionDuration.NONE;
        int empty = 0;
        int count = 0;
        for (IntervalSummary interval : intervals) {
            // Nothing is delivered while consumers are paused.
            boolean paused = latency.crossesHosts()
                    && Phase.of(interval.phase()).filter(Phase::pausesConsumers).isPresent();
            if (Phase.isMeasured(interval.phase()) && !paused) {
                LatencySummary summary = interval.latency().get(latency.key());
                boolean without = summary == null || summary.count() == 0;
                empty += without ? 1 : 0;
                count++;
                gaps = gaps.plus(without, interval.range());
            }
        }
        if (empty > 0) {
            reasons.add(
                    ReasonCode.FEW_SAMPLES,
                    Severity.NOTE,
                    gaps.longest(),
                    new NamedFigures().with("intervals", empty).with("ofIntervals", count),
                    "%,d of %,d intervals of the measurement have no sample of %s",
                    empty,
                    count,
                    latency.key());
        }
    }

    /**
     * Returns the share of messages that a kind of standstill delays. Publishing depends on the producing processes,
     * delivery on both producing and consuming ones.
     */
    private AffectedFigures.Share share(ToDoubleBiFunction<StandstillShares, Long> of) {
        return (latency, nanos) -> {
            double ofProducing = of.applyAsDouble(watch.producing(), nanos);
            return latency.crossesHosts()
                    ? Math.max(ofProducing, of.applyAsDouble(watch.consuming(), nanos))
                    : ofProducing;
        };
    }

    /** Returns the worker whose pauses add up to the longest time; the coordinator delays no message. */
    private Optional<HarnessResult> worst(Function<ProcessTally, PauseTally> pauses) {
        return processes.stream()
                .limit(watch.workerCount())
                .filter(process -> pauses.apply(process.observed()).worst().isPresent())
                .max(Comparator.comparingLong(
                        process -> pauses.apply(process.observed()).totalNanos()));
    }

    private static Severity severity(AffectedFigures effect) {
        return effect.touchesQuantiles() ? Severity.DEGRADED : Severity.NOTE;
    }

    private static String explains(AffectedFigures effect) {
        return effect.isNone() ? "" : ": this explains " + effect.text();
    }

    /**
     * Headline figures that a standstill of the instrument explains. A quantile counts as affected if it would be lower by
     * more than a quarter without the standstill. Standstills happen independently of messages, so a delayed message would
     * otherwise have taken as long as any other. The length of the standstills, the share of messages that they delayed,
     * and the distribution of all latencies give the share of messages that they lifted beyond three quarters of the
     * quantile. If the remaining messages beyond that limit are no more than the quantile's own share, the quantile would
     * lie below the limit.
     *
     * <p>A pause of 5 ms explains nothing about a p99 of 2 s. A pause that lifted 0.02 % of the messages explains a p99.9
     * of 20 ms if 0.11 % of the messages took longer than 15 ms, but not if 1 % did.
     *
     * @param text the figures, for a person; empty if there is none
     * @param fromPercentile lowest percentile among them, 100 for the maximum; empty if there is none
     */
    private record AffectedFigures(String text, OptionalDouble fromPercentile) {
        private static final double[] PERCENTILES = {50, 95, 99, 99.9, 99.99};
        private static final double LAST_QUANTILE = 99.9;
        private static final double MAX = 100;
        private static final double HALF = 0.5;
        private static final double KEPT = 0.75;

        /** Ratio of successive delays in the sum. Delays below a sixteenth of the limit are ignored. */
        private static final double STEP = Math.pow(2, 0.25);

        private static final int STEPS = 16;

        /** Share of the messages of a latency that were delayed by more than a number of nanoseconds. */
        interface Share {
            double heldUpLonger(Latency latency, long nanos);
        }

        /** @param worst longest delay of a message; empty if there was none */
        static AffectedFigures of(LatencySet measured, Share share, OptionalLong worst) {
            Map<String, String> latenciesByFigures = new LinkedHashMap<>();
            double from = Double.POSITIVE_INFINITY;
            for (Latency latency : measured.headlines()) {
                LatencySamples samples = measured.of(latency);
                List<String> touched = new ArrayList<>();
                for (double percentile : PERCENTILES) {
                    if (samples.isAdequate(percentile) && explains(latency, samples, percentile, share)) {
                        from = Math.min(from, percentile);
                        touched.add(percentile == Math.rint(percentile) ? "p" + (int) percentile : "p" + percentile);
                    }
                }
                if (samples.count() > 0 && worst.orElse(0) > samples.maxNanos() * HALF) {
                    from = Math.min(from, MAX);
                    touched.add("max");
                }
                if (!touched.isEmpty()) {
                    latenciesByFigures.merge(inWords(touched), latency.key(), (one, other) -> one + " and " + other);
                }
            }
            String text = latenciesByFigures.entrySet().stream()
                    .map(entry -> entry.getKey() + " of " + entry.getValue())
                    .collect(Collectors.joining(", and "));
            return new AffectedFigures(text, from <= MAX ? OptionalDouble.of(from) : OptionalDouble.empty());
        }

        private static String inWords(List<String> figures) {
            int last = figures.size() - 1;
            return last == 0
                    ? figures.get(0)
                    : String.join(", ", figures.subList(0, last)) + " and " + figures.get(last);
        }

        private static boolean explains(Latency latency, LatencySamples samples, double percentile, Share share) {
            long limit = (long) (samples.percentileNanos(percentile) * KEPT);
            double lifted = lifted(latency, samples, limit, share);
            return lifted > 0 && beyond(samples, limit) - lifted <= (100 - percentile) / 100;
        }

        /** Returns the share of messages that would have taken no longer than the limit without a delay. */
        private static double lifted(Latency latency, LatencySamples samples, long limit, Share share) {
            double beyond = beyond(samples, limit);
            double heldUp = share.heldUpLonger(latency, limit);
            double lifted = heldUp * (1 - beyond);
            for (int step = 1; step <= STEPS; step++) {
                long nanos = (long) (limit / Math.pow(STEP, step));
                double more = share.heldUpLonger(latency, nanos);
                lifted += (more - heldUp) * (beyond(samples, limit - nanos) - beyond);
                heldUp = more;
            }
            return lifted;
        }

        /** Returns the share of samples beyond a time; samples without an end count as above all others. */
        private static double beyond(LatencySamples samples, long nanos) {
            return (double) (samples.values().countAbove(nanos) + samples.censored()) / samples.total();
        }

        /**
         * Returns whether quantiles up to p99.9, for which a run is read, are affected; otherwise a single pause explains the
         * figures.
         */
        boolean touchesQuantiles() {
            return fromPercentile.orElse(MAX) <= LAST_QUANTILE;
        }

        NamedFigures figures() {
            var figures = new NamedFigures();
            fromPercentile.ifPresent(percentile -> figures.with(Reason.FROM_PERCENTILE, percentile));
            return figures;
        }

        boolean isNone() {
            return text.isEmpty();
        }
    }
}
