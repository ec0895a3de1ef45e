package dev.weir.workload;

import dev.weir.workload.ScalarType.Choice;
import dev.weir.workload.ScalarType.Decimal;
import dev.weir.workload.ScalarType.Time;
import dev.weir.workload.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The fields of a workload file that say what its phases are beyond their lengths. */
final class PhaseFields {
    private static final double BYTES_PER_GIB = 1L << 30;

    static final Field<String> WARMUP_UNTIL = Field.free(
            "warmupUntil",
            Choice.of("retention", "steady"),
            "what ends the warm-up before its duration does. retention: that the system has deleted from every partition;"
                    + " steady: that throughput and latency have stopped trending. If its duration ends it all the same, the"
                    + " result says so");

    static final Field<Duration> WARMUP_SETTLE = Field.optional(
            "warmupSettle",
            Time.SPAN,
            Duration.ZERO,
            "how long the load runs on at the producerRate after the warm-up, before anything counts");

    static final Field<Long> SEPARATION_MINUTES = Field.free(
                    "warmupProducerRateSeparationMinutes",
                    new Whole(-1, Time.SPAN.most().toMinutes()),
                    "OMB's spelling of warmupSettle; -1: none")
            .in("minutes")
            .insteadOf(WARMUP_SETTLE);

    static final Field<RetentionSpec> RETENTION = Field.free(
            "retention",
            new Type.Fields<>(RetentionFields.TABLE, RetentionFields::spec),
            "what the system keeps of the topics, whichever system it is; comes before the driver's topicConfig");

    static final Field<Double> BACKLOG_GIB = Field.optional(
                    "consumerBacklogSizeGB",
                    Decimal.in(0, 1e9),
                    0.0,
                    "payload over all subscriptions that is to wait before consumers, which are paused when the"
                            + " measurement begins, go on; 0: they are not paused")
            .in("GiB");

    static final Field<Double> DRAIN_RATIO =
            Field.optional("backlogDrainRatio", Decimal.in(0, 1), 1.0, "how much of the backlog has to go");

    static final Field<Double> BUILD_RATE = Field.optional(
                    "backlogProducerRate",
                    new ScalarType.Rate(Decimal.rateOrMinusOne()),
                    -1.0,
                    "rate while the backlog is built; -1: the producerRate")
            .in("messages/s");

    static final Field<Double> DRAIN_RATE = Field.optional(
                    "drainProducerRate",
                    new ScalarType.Rate(Decimal.rateOrMinusOne()),
                    -1.0,
                    "rate while the backlog is drained; -1: the producerRate")
            .in("messages/s");

    private PhaseFields() {}

    static void addTo(FieldTable table) {
        List.of(
                        WARMUP_UNTIL,
                        WARMUP_SETTLE,
                        SEPARATION_MINUTES,
                        RETENTION,
                        BACKLOG_GIB,
                        DRAIN_RATIO,
                        BUILD_RATE,
                        DRAIN_RATE)
                .forEach(table::add);
    }

    static PhaseSpec spec(FieldValues values, double producerRate) {
        Duration settle = values.find(SEPARATION_MINUTES)
                .map(minutes -> Duration.ofMinutes(Math.max(0, minutes)))
                .orElseGet(() -> values.get(WARMUP_SETTLE));
        return new PhaseSpec(
                values.find(WARMUP_UNTIL)
                        .map(name -> WarmupEnd.valueOf(name.toUpperCase(Locale.ROOT)))
                        .orElse(WarmupEnd.DURATION),
                settle,
                values.find(RETENTION).orElse(RetentionSpec.UNSAID),
                backlog(values, producerRate));
    }

    /** Whether consumers are held back until a backlog has built up. */
    static boolean buildsBacklog(FieldValues values) {
        return values.find(BACKLOG_GIB).orElse(0.0) > 0;
    }

    private static BacklogSpec backlog(FieldValues values, double producerRate) {
        long bytes = Math.round(values.get(BACKLOG_GIB) * BYTES_PER_GIB);
        return bytes == 0
                ? BacklogSpec.NONE
                : new BacklogSpec(
                        bytes,
                        values.get(DRAIN_RATIO),
                        rate(values.get(BUILD_RATE), producerRate),
                        rate(values.get(DRAIN_RATE), producerRate));
    }

    private static double rate(double given, double producerRate) {
        return given == -1 ? producerRate : given;
    }

    /** Phases in the words of a file. */
    static void put(PhaseSpec phases, Map<Field<?>, Object> given) {
        if (phases.warmupEnd() != WarmupEnd.DURATION) {
            given.put(WARMUP_UNTIL, phases.warmupEnd().name().toLowerCase(Locale.ROOT));
        }
        given.put(WARMUP_SETTLE, DurationText.of(phases.warmupSettle()));
        if (phases.retention().isSaid()) {
            given.put(RETENTION, RetentionFields.of(phases.retention()));
        }
        BacklogSpec backlog = phases.backlog();
        if (backlog.isWanted()) {
            given.put(BACKLOG_GIB, EffectiveFiles.number(backlog.bytes() / BYTES_PER_GIB));
            given.put(DRAIN_RATIO, EffectiveFiles.number(backlog.drainRatio()));
            given.put(BUILD_RATE, EffectiveFiles.rate(backlog.buildRate()));
            given.put(DRAIN_RATE, EffectiveFiles.rate(backlog.drainRate()));
        }
    }

    /** A measurement that begins before anything is deleted shows a system that only writes. */
    private static void checkRetention(FieldValues values) {
        Duration warmup = WorkloadFields.warmupDuration(values);
        values.find(RETENTION)
                .flatMap(RetentionSpec::duration)
                .filter(duration -> warmup.compareTo(duration) < 0)
                .ifPresent(duration -> values.warning(
                        RETENTION,
                        "keeps messages for " + DurationText.of(duration) + ", but the warm-up takes "
                                + DurationText.of(warmup)
                                + ": the measurement begins before anything is deleted; make warmupDuration longer than"
                                + " that, with warmupUntil: retention"));
    }

    /** What is given but has no effect is said: a person has meant something with it. */
    static void check(FieldValues values) {
        checkRetention(values);
        boolean backlog = buildsBacklog(values);
        for (Field<Double> rate : List.of(BUILD_RATE, DRAIN_RATE)) {
            if (!backlog && values.find(rate).orElse(-1.0) != -1) {
                values.error(rate, "has no effect without a consumerBacklogSizeGB above 0; remove it");
            }
        }
        if (values.given(RETENTION) && !TopicFields.existing(values).isEmpty()) {
            values.error(RETENTION, "has no effect on topics that exist: set it there, and remove it here");
        }
        if (!backlog) {
            return;
        }
        if (TopicFields.isGiven(values, RateFields.RATES) || values.given(GoalFields.SEARCH)) {
            values.error(
                    BACKLOG_GIB,
                    "cannot be built beside a producerRateList or a search, which have rates of their own; remove one");
        }
        if (values.sound(WorkloadFields.SUBSCRIPTIONS) && values.get(WorkloadFields.SUBSCRIPTIONS) == 0) {
            values.error(
                    BACKLOG_GIB,
                    "needs a subscription whose consumers can be paused; set subscriptionsPerTopic"
                            + " to at least 1, or remove it");
        }
        if (LoadFields.isClosed(values)) {
            values.error(BACKLOG_GIB, "needs an open loop: a closed one has no rate at which a backlog could be built");
        }
    }
}
