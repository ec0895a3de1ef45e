package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.measure.LatencySamples;
import dev.weir.result.BacklogResult;
import dev.weir.result.Interval;
import dev.weir.result.IsoTime;
import dev.weir.result.Phase;
import dev.weir.wire.ConsumerPositions;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Follows a backlog from its first message to its end. Used by the coordinator's thread. */
final class BacklogTrack {
    /** Whatever else is said, nobody waits for longer. */
    static final Duration LONGEST_DRAIN = Duration.ofDays(7);

    private static final Duration LONGEST_BUILD = Duration.ofDays(7);

    /** Of the drain, to see where it goes. */
    private static final int TREND_SNAPSHOTS = 60;

    /** A backlog that at its trend would need so many times as long as it took to build does not drain. */
    private static final double LONGEST_PROJECTION = 10;

    private static final double SHORTEST_PROJECTION_SECONDS = 60;

    /** Positions are a poll old, which takes 100 ms at most. */
    private static final double POSITION_AGE_SECONDS = 0.1;

    private static final int BASELINE_SNAPSHOTS = 10;
    private static final double PERCENTILE = 99;

    /** For the p99 to have come back, it must stay for so many snapshots. */
    private static final int BACK_SNAPSHOTS = 3;

    /** Latencies that have not come back for so long after the backlog has gone may never do. */
    private static final int MOST_TICKS_UNTIL_BACK = 60;

    /** A drain that nobody can see is not waited for. */
    private static final int MOST_TICKS_UNKNOWN = 60;

    private static final int MOST_LAGS = 10_000;

    private final Workload workload;
    private final Clock clock;
    private final LagMeter meter;
    private final List<Double> baselineNanos = new ArrayList<>();
    private final List<Double> recent = new ArrayList<>();
    private final List<BacklogResult.Lag> lags = new ArrayList<>();
    private int lagStride = 1;
    private long ticks;
    private double snapshotSeconds = 1;
    private double messagesPerSecond;
    private long lag;
    private long buildBeganNanos;
    private long lagAtBuild;
    private long drainBeganNanos;
    private long built;
    private long emptyNanos;
    private long endedNanos;
    private long lagAtEnd;
    private long equilibriumMessages;
    private long leftAtEnd;
    private int ticksBack;
    private int ticksEmpty;
    private int ticksUnknown;
    private double unknownSeconds;
    private long backNanos;

    BacklogTrack(Workload workload, Clock clock) {
        this.workload = workload;
        this.clock = clock;
        this.meter = new LagMeter(workload.subscriptionsPerTopic());
    }

    void add(LogWatch.Reading reading) {
        meter.add(reading);
    }

    void positions(List<ConsumerPositions> positions) {
        meter.add(positions);
    }

    /** Whether the lag can be told: one that cannot would read as none. */
    boolean isKnown() {
        return meter.isKnown(clock.epochNanos());
    }

    /** Consumers are paused now. */
    void builds() {
        buildBeganNanos = clock.epochNanos();
        lagAtBuild = lag;
    }

    /** Consumers go on now. */
    void drains() {
        drainBeganNanos = clock.epochNanos();
        built = lag;
        recent.clear();
    }

    /** Nobody waits for the drain any longer. */
    void ends() {
        if (emptyNanos == 0) {
            ended(clock.epochNanos());
        }
    }

    private void ended(long nanos) {
        endedNanos = nanos;
        lagAtEnd = lag;
        leftAtEnd = leftMessages();
        equilibriumMessages = Math.round(Trend.median(recent));
    }

    /** All workers have told of a stretch. */
    void tick(Interval tick) {
        double seconds = Math.max(tick.seconds(), 1e-9);
        snapshotSeconds = seconds;
        messagesPerSecond = tick.counts().acknowledged() / seconds;
        LatencySamples endToEnd = tick.latencies().of(tick.latencies().endToEndHeadline());
        if (tick.phase() == Phase.WARM_UP && endToEnd.count() > 0) {
            append(baselineNanos, (double) endToEnd.percentileNanos(PERCENTILE), BASELINE_SNAPSHOTS);
        }
        boolean known = meter.isKnown(tick.toNanos());
        ticksUnknown = known ? 0 : ticksUnknown + 1;
        if (known) {
            List<Long> each = meter.lag(tick.toNanos());
            lag = each.stream().mapToLong(Long::longValue).sum();
            append(recent, (double) lag, TREND_SNAPSHOTS);
            if (buildBeganNanos > 0 && tick.phase().isMeasured()) {
                keep(new BacklogResult.Lag(IsoTime.of(tick.toNanos()), each));
            }
        } else if (buildBeganNanos > 0 && endedNanos == 0) {
            unknownSeconds += seconds;
        }
        noteWhetherBack(tick, endToEnd);
        if (known && drainBeganNanos != 0 && tick.phase() == Phase.DRAIN) {
            noteWhetherEmpty(tick);
        }
    }

    private void noteWhetherEmpty(Interval tick) {
        if (emptyNanos == 0 && lag <= leftMessages()) {
            emptyNanos = tick.toNanos();
            ended(emptyNanos);
        }
        ticksEmpty += emptyNanos == 0 ? 0 : 1;
    }

    private void noteWhetherBack(Interval tick, LatencySamples endToEnd) {
        if (drainBeganNanos == 0 || backNanos != 0 || endToEnd.count() == 0) {
            return;
        }
        ticksBack = endToEnd.percentileNanos(PERCENTILE) <= endToEndLimitNanos() ? ticksBack + 1 : 0;
        if (ticksBack == BACK_SNAPSHOTS) {
            backNanos = tick.toNanos() - Math.round(BACK_SNAPSHOTS * snapshotSeconds * 1e9);
        }
    }

    /** Thinned out when they are too many: half of them, evenly. */
    private void keep(BacklogResult.Lag next) {
        if (ticks++ % lagStride == 0) {
            lags.add(next);
        }
        if (lags.size() > MOST_LAGS) {
            for (int i = lags.size() / 2; i > 0; i--) {
                lags.remove(2 * i - 1);
            }
            lagStride *= 2;
        }
    }

    boolean isBuilt() {
        return lag >= wantedMessages();
    }

    /** Three times as long as it should take. */
    Duration buildLimit() {
        double perSecond = workload.phases().backlog().buildRate() * workload.subscriptionsPerTopic();
        Duration expected = Duration.ofSeconds(60 + (long) Math.min(1e9, 3 * wantedMessages() / perSecond));
        return expected.compareTo(LONGEST_BUILD) < 0 && !Double.isInfinite(perSecond) ? expected : LONGEST_BUILD;
    }

    /** Whether it has gone, and latencies have come back or take too long for it, or it will not go, or not be seen to. */
    boolean hasEnded() {
        if (isDrained()) {
            return backNanos != 0 || ticksEmpty >= MOST_TICKS_UNTIL_BACK;
        }
        return ticksUnknown >= MOST_TICKS_UNKNOWN || isStuck();
    }

    boolean isDrained() {
        return emptyNanos != 0;
    }

    private boolean isStuck() {
        if (recent.size() < TREND_SNAPSHOTS) {
            return false;
        }
        double perSecond = -Trend.slope(recent) / snapshotSeconds;
        double mostSeconds = LONGEST_PROJECTION * Math.max(buildSeconds(), SHORTEST_PROJECTION_SECONDS);
        return perSecond <= 0 || (lag - leftMessages()) / perSecond > mostSeconds;
    }

    private long wantedMessages() {
        return Math.max(
                1,
                workload.phases().backlog().bytes()
                        / Math.max(1, workload.payload().messageSize()));
    }

    /** What is under way anyway, and the part that need not go. */
    private long leftMessages() {
        double underWaySeconds = baseline() / 1e9 + POSITION_AGE_SECONDS;
        double underWay = messagesPerSecond * workload.subscriptionsPerTopic() * underWaySeconds;
        return Math.round(underWay + (1 - workload.phases().backlog().drainRatio()) * built);
    }

    private double baseline() {
        return Trend.median(baselineNanos);
    }

    private long endToEndLimitNanos() {
        return Math.round(2 * baseline());
    }

    private double buildSeconds() {
        return (drainBeganNanos - buildBeganNanos) / 1e9;
    }

    /** Between the beginning of the backlog and its end. */
    double unknownSeconds() {
        return unknownSeconds;
    }

    long endedNanos() {
        return endedNanos;
    }

    String explainBuilt() {
        return String.format(Locale.ROOT, "%,d messages wait, after %.1f s", built, buildSeconds());
    }

    String explainEnd() {
        double seconds = (endedNanos - drainBeganNanos) / 1e9;
        return isDrained()
                ? String.format(Locale.ROOT, "it took %.1f s", seconds)
                : String.format(
                        Locale.ROOT, "after %.1f s %,d messages wait, and they do not become fewer", seconds, lagAtEnd);
    }

    Optional<BacklogResult> result() {
        if (endedNanos == 0) {
            return Optional.empty();
        }
        boolean drained = isDrained();
        double drainSeconds = (endedNanos - drainBeganNanos) / 1e9;
        return Optional.of(new BacklogResult(
                wantedMessages(),
                built,
                buildSeconds(),
                (built - lagAtBuild) / buildSeconds(),
                drained,
                drained ? OptionalDouble.of(drainSeconds) : OptionalDouble.empty(),
                (built - lagAtEnd) / drainSeconds,
                leftAtEnd,
                drained ? OptionalLong.empty() : OptionalLong.of(equilibriumMessages),
                endToEndLimitNanos(),
                backNanos == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(Math.max(0, (backNanos - drainBeganNanos) / 1e9)),
                lags));
    }

    private static void append(List<Double> figures, double next, int most) {
        if (figures.size() == most) {
            figures.remove(0);
        }
        figures.add(next);
    }
}
