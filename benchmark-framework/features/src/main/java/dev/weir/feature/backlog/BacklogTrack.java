package dev.weir.feature.backlog;

import dev.weir.clock.Clock;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.trend.Trend;
import dev.weir.driver.admin.LogRange;
import dev.weir.feature.backlog.BacklogSection.BacklogSpec;
import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Message.ConsumerPositions;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Follows a backlog from its first message to its end. Used by the coordinator's thread. */
final class BacklogTrack {
    /** Longest time that the coordinator waits for a drain. */
    static final Duration MAX_DRAIN = Duration.ofDays(7);

    private static final Duration MAX_BUILD = Duration.ofDays(7);

    /** Length of the stretch at the end of the drain from which its trend is computed. */
    private static final int TREND_SECONDS = 60;

    /** Snapshots are taken at most a second apart, with some jitter. */
    private static final double SECOND = 0.95;

    /** A backlog whose trend predicts a drain this many times as long as its build-up counts as not draining. */
    private static final double MAX_PROJECTION = 10;

    private static final double MIN_PROJECTION_SECONDS = 60;

    /** Consumer positions are up to one poll old, at most 100 ms. */
    private static final double POSITION_AGE_SECONDS = 0.1;

    /** If latencies have not recovered this long after the backlog was drained, they count as not recovering. */
    private static final int MAX_SECONDS_UNTIL_RECOVERED = 60;

    /** A drain whose lag is unknown for this long ends. */
    private static final int MAX_SECONDS_UNKNOWN = 60;

    private final BacklogSpec spec;
    private final Workload workload;
    private final Clock clock;
    private final LagMeter meter;
    private final ExpiredMessages expired;
    private final LatencyRecovery recovery = new LatencyRecovery();
    private final LagCurve curve = new LagCurve();
    /** The total lag of the last seconds. */
    private final List<Double> recent = new ArrayList<>();

    private double sinceSecond;
    private double secondSeconds = 1;
    private double messagesPerSecond;
    private long lag;
    private Map<String, List<LogRange>> logs = Map.of();
    private BuildBegin build = new BuildBegin(0, 0, Map.of());
    private DrainBegin drain = new DrainBegin(0, 0, 0, 0);
    private End end = new End(0, 0, false, false, 0, 0);
    private double secondsEmpty;
    private double secondsUnknown;
    private double unknownSeconds;

    BacklogTrack(BacklogSpec spec, Workload workload, ExpiredMessages expired, Clock clock) {
        this.spec = spec;
        this.expired = expired;
        this.workload = workload;
        this.clock = clock;
        this.meter = new LagMeter(workload.subscriptions().count());
    }

    void add(LogWatch.Reading reading) {
        meter.add(reading);
        logs = reading.ranges();
    }

    void positions(List<ConsumerPositions> positions) {
        meter.add(positions);
    }

    /** Returns whether the lag is known; an unknown lag would look like none. */
    boolean isKnown() {
        return meter.isKnown(clock.epochNanos());
    }

    /** Begins the build-up: consumers have just been paused. */
    void buildUpBegins() {
        build = new BuildBegin(clock.epochNanos(), lag, logs);
    }

    /** Begins the drain: consumers have just been resumed. */
    void drainBegins() {
        drain = new DrainBegin(clock.epochNanos(), lag, meter.removed(), remoteRatio());
        recent.clear();
    }

    /** Ends the wait for the drain, if there is one. */
    void ends() {
        if (drain.nanos != 0 && end.nanos == 0) {
            end = end(clock.epochNanos(), false);
        }
    }

    private End end(long nanos, boolean drained) {
        boolean stuck = !drained && secondsUnknown == 0 && isStuck();
        return new End(nanos, lag, drained, stuck, Math.round(Trend.median(recent)), leftMessages());
    }

    void tick(Interval tick) {
        // The coordinator of a busy host can call drainBegins after a snapshot of the drain has ended.
        boolean draining = drain.nanos != 0 && tick.toNanos() > drain.nanos;
        double seconds = Math.max(tick.seconds(), 1e-9);
        sinceSecond += seconds;
        recovery.add(tick.latencies().of(tick.latencies().endToEndHeadline()));
        boolean isSecond = sinceSecond >= SECOND;
        messagesPerSecond = tick.counts().sends().acknowledged() / seconds;
        boolean known = meter.isKnown(tick.toNanos());
        secondsUnknown = known ? 0 : secondsUnknown + seconds;
        if (known) {
            List<Long> each = meter.lag(tick.toNanos());
            lag = each.stream().mapToLong(Long::longValue).sum();
            if (isSecond) {
                Trend.append(recent, (double) lag, TREND_SECONDS);
            }
            if (build.nanos != 0 && tick.phase().isMeasured()) {
                curve.add(new BacklogResult.Lag(new Moment(tick.toNanos()), each));
            }
        } else if (build.nanos != 0 && end.nanos == 0) {
            unknownSeconds += seconds;
        }
        if (isSecond) {
            recovery.second(tick, sinceSecond, draining);
            secondSeconds = sinceSecond;
            sinceSecond = 0;
        }
        if (known && draining && tick.phase() == Phase.DRAIN) {
            if (!isDrained() && lag <= leftMessages()) {
                end = end(tick.toNanos(), true);
            }
            secondsEmpty += isDrained() ? tick.seconds() : 0;
        }
    }

    boolean isBuilt() {
        // A backlog from which messages are removed grows no further, however long it is built.
        return lag + meter.removed() >= wantedMessages() && remoteRatio() >= spec.remoteRatio();
    }

    private double remoteRatio() {
        long all = 0;
        long remote = 0;
        for (var topic : build.logs.entrySet()) {
            List<LogRange> now = logs.getOrDefault(topic.getKey(), List.of());
            for (int i = 0; i < Math.min(now.size(), topic.getValue().size()); i++) {
                long begin =
                        Math.max(topic.getValue().get(i).endOffset(), now.get(i).startOffset());
                all += Math.max(0, now.get(i).endOffset() - begin);
                remote += Math.max(0, now.get(i).localOffset() - begin);
            }
        }
        return all == 0 ? 0 : (double) remote / all;
    }

    /**
     * Returns why the remote store does not contain the requested share of the backlog; empty if it does, or if none
     * was requested.
     */
    String missingInRemoteStore() {
        String missing = "%.0f s after consumers were paused, %.0f %% of the backlog were in the remote store alone,"
                + " not %.0f %%: give the topics remote.storage.enable, a smaller segment.bytes and a"
                + " smaller local.retention.bytes, or lower backlogRemoteRatio";
        double seconds = (clock.epochNanos() - build.nanos) / 1e9;
        return remoteRatio() >= spec.remoteRatio()
                ? ""
                : format(missing, seconds, 100 * remoteRatio(), 100 * spec.remoteRatio());
    }

    /** Longest time for the build-up: three times the expected one. */
    Duration buildLimit() {
        double perSecond = spec.buildRate() * workload.subscriptions().count();
        Duration expected = Duration.ofSeconds(60 + (long) Math.min(1e9, 3 * wantedMessages() / perSecond));
        return expected.compareTo(MAX_BUILD) < 0 && !Double.isInfinite(perSecond) ? expected : MAX_BUILD;
    }

    /**
     * Returns whether the drain is over: it is complete and latencies have recovered, take too long or had no known level
     * before, it does not progress, or the lag is unknown.
     */
    boolean hasEnded() {
        boolean isRecovered = recovery.isComplete() || recovery.limitNanos().isEmpty();
        return isDrained()
                ? isRecovered || secondsEmpty >= MAX_SECONDS_UNTIL_RECOVERED
                : secondsUnknown >= MAX_SECONDS_UNKNOWN || isStuck();
    }

    boolean isDrained() {
        return end.drained;
    }

    private boolean isStuck() {
        if (recent.size() < TREND_SECONDS) {
            return false;
        }
        double perSecond = -Trend.slope(recent) / secondSeconds;
        double mostSeconds = MAX_PROJECTION * Math.max(buildSeconds(), MIN_PROJECTION_SECONDS);
        return perSecond <= 0 || (lag - leftMessages()) / perSecond > mostSeconds;
    }

    private long wantedMessages() {
        return Math.max(1, spec.bytes() / Math.max(1, workload.messages().meanBytes()));
    }

    /** Returns how many messages may remain: those always in flight, and the part that the workload leaves. */
    private long leftMessages() {
        double underWaySeconds = recovery.baselineNanos() / 1e9 + POSITION_AGE_SECONDS;
        double underWay = messagesPerSecond * workload.subscriptions().count() * underWaySeconds;
        return Math.round(underWay + (1 - spec.drainRatio()) * drain.built);
    }

    private double buildSeconds() {
        return (drain.nanos - build.nanos) / 1e9;
    }

    private double drainSeconds() {
        return (end.nanos - drain.nanos) / 1e9;
    }

    /** Returns for how many seconds between begin and end of the backlog the lag was unknown. */
    double unknownSeconds() {
        return unknownSeconds;
    }

    long endedNanos() {
        return end.nanos;
    }

    /** Returns how many messages of the backlog were removed before consumers received them. */
    private long expiredMessages() {
        return Math.max(drain.removed, expired.passedOverIn(Phase.BACKLOG) + expired.passedOverIn(Phase.DRAIN));
    }

    String explainBuilt() {
        String text = format("the backlog has %,d messages, after %.1f s", drain.built, buildSeconds());
        if (drain.removed != 0) {
            text += format("; %,d more were removed before consumers received them", drain.removed);
        }
        if (spec.remoteRatio() != 0) {
            text += format("; %.0f %% of them are in the remote store alone", 100 * drain.remoteRatio);
        }
        return text;
    }

    String explainEnd() {
        if (isDrained()) {
            String text = expiredMessages() == 0
                    ? "the backlog was drained in %.1f s"
                    : "the backlog is empty after %.1f s, but consumers did not receive %,d of its messages, which were"
                            + " removed";
            return format(text, drainSeconds(), expiredMessages());
        }
        String text = end.stuck
                ? "after %.1f s the backlog stays at %,d messages"
                : "after %.1f s the consumer lag is unknown; last known value: %,d messages";
        return format(text, drainSeconds(), end.lag);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    Optional<BacklogResult> result() {
        if (end.nanos == 0) {
            return Optional.empty();
        }
        boolean drained = isDrained();
        boolean whole = expiredMessages() == 0;
        return Optional.of(new BacklogResult(
                wantedMessages(),
                drain.built,
                spec.remoteRatio() == 0 ? OptionalDouble.empty() : OptionalDouble.of(drain.remoteRatio),
                buildSeconds(),
                (drain.built - build.lag) / buildSeconds(),
                drained,
                drained && whole ? OptionalDouble.of(drainSeconds()) : OptionalDouble.empty(),
                whole ? OptionalDouble.of((drain.built - end.lag) / drainSeconds()) : OptionalDouble.empty(),
                end.leftMessages,
                end.stuck ? OptionalLong.of(end.equilibriumMessages) : OptionalLong.empty(),
                expiredMessages(),
                recovery.limitNanos(),
                recovery.secondsSince(drain.nanos),
                curve.lags));
    }

    /**
     * Begin of the build-up.
     *
     * @param nanos when consumers were paused; 0 before
     */
    private record BuildBegin(long nanos, long lag, Map<String, List<LogRange>> logs) {}

    /**
     * Begin of the drain.
     *
     * @param nanos when consumers were resumed; 0 before
     * @param built lag in messages
     * @param removed messages that were removed before consumers received them
     * @param remoteRatio share of the backlog that exists only in the remote store
     */
    private record DrainBegin(long nanos, long built, long removed, double remoteRatio) {}

    /**
     * End of the drain, or of the wait for it.
     *
     * @param nanos 0 before
     * @param leftMessages lag that counts as none
     */
    private record End(
            long nanos, long lag, boolean drained, boolean stuck, long equilibriumMessages, long leftMessages) {}

    /** The lag over time. If there are too many points, every second one is dropped. */
    private static final class LagCurve {
        private static final int MAX_LAGS = 10_000;

        private final List<BacklogResult.Lag> lags = new ArrayList<>();
        private int stride = 1;
        private long ticks;

        void add(BacklogResult.Lag next) {
            if (ticks++ % stride == 0) {
                lags.add(next);
            }
            if (lags.size() > MAX_LAGS) {
                for (int i = lags.size() / 2; i > 0; i--) {
                    lags.remove(2 * i - 1);
                }
                stride *= 2;
            }
        }
    }

    /** End-to-end p99 before a backlog, and its return to that level. */
    private static final class LatencyRecovery {
        private static final int BASELINE_SECONDS = 10;
        private static final double PERCENTILE = 99;

        /** Smallest limit for a recovered p99: below, pauses of the hosts themselves decide. */
        private static final long MIN_LIMIT_NANOS = 10_000_000;

        /** How long the p99 must stay below the limit to count as recovered. */
        private static final int RECOVERED_SECONDS = 3;

        private final List<Double> baselineNanos = new ArrayList<>();
        private LatencySamples ofSecond = new LatencySamples();
        private int secondsRecovered;
        private long recoveredNanos;

        void add(LatencySamples endToEnd) {
            ofSecond.add(endToEnd);
        }

        /** Evaluates a completed second, by its last snapshot. */
        void second(Interval last, double seconds, boolean draining) {
            if (ofSecond.count() > 0) {
                long nanos = ofSecond.percentileNanos(PERCENTILE);
                if (last.phase() == Phase.WARM_UP) {
                    Trend.append(baselineNanos, (double) nanos, BASELINE_SECONDS);
                } else if (draining && !isComplete()) {
                    boolean isLow = limitNanos().stream().anyMatch(limit -> nanos <= limit);
                    secondsRecovered = isLow ? secondsRecovered + 1 : 0;
                    if (secondsRecovered == RECOVERED_SECONDS) {
                        recoveredNanos = last.toNanos() - Math.round(RECOVERED_SECONDS * seconds * 1e9);
                    }
                }
            }
            ofSecond = new LatencySamples();
        }

        boolean isComplete() {
            return recoveredNanos != 0;
        }

        /** Returns the p99 before the backlog; 0 if it is unknown. */
        double baselineNanos() {
            return Trend.median(baselineNanos);
        }

        /** Returns the p99 below which latencies count as recovered; empty if the p99 before the backlog is unknown. */
        OptionalLong limitNanos() {
            return baselineNanos.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.max(MIN_LIMIT_NANOS, Math.round(2 * baselineNanos())));
        }

        OptionalDouble secondsSince(long beginNanos) {
            return isComplete()
                    ? OptionalDouble.of(Math.max(0, (recoveredNanos - beginNanos) / 1e9))
                    : OptionalDouble.empty();
        }
    }
}
