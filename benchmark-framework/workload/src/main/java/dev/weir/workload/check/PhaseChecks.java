package dev.weir.workload.check;

import dev.weir.workload.RetentionSpec;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.goal.GoalFields;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ScalarType.Time;
import java.time.Duration;
import java.util.List;

/** Checks whether the fields of phases fit into the workload. */
final class PhaseChecks {
    private PhaseChecks() {}

    /**
     * Adds a warning if the measurement begins before retention deletes anything, because it then shows a system that
     * only writes.
     */
    private static void checkRetention(FieldValues values) {
        Duration warmup = PhaseFields.warmupDuration(values);
        values.find(PhaseFields.RETENTION)
                .flatMap(RetentionSpec::duration)
                .filter(duration -> warmup.compareTo(duration) < 0)
                .ifPresent(duration -> values.warning(
                        PhaseFields.RETENTION,
                        "keeps messages for " + DurationText.of(duration) + ", but the warm-up takes "
                                + DurationText.of(warmup)
                                + ": the measurement begins before anything is deleted; make warmupDuration longer than"
                                + " that, with warmupUntil: retention"));
    }

    /** Refuses a backlog that takes longer to build than a run may take. */
    private static void checkBuilding(FieldValues values) {
        double given = values.find(PhaseFields.BUILD_RATE).orElse(-1.0);
        double rate = given == -1 ? values.find(RateFields.PRODUCER_RATE).orElse(0.0) : given;
        double messages = values.get(PhaseFields.BACKLOG_GIB)
                * (1L << 30)
                / Math.max(1, values.find(PayloadFields.MESSAGE_SIZE).orElse(1L));
        double days = messages / rate / Duration.ofDays(1).toSeconds();
        if (rate > 0 && days > Time.SPAN.most().toDays()) {
            values.error(
                    PhaseFields.BACKLOG_GIB,
                    "takes " + NumberText.plain(Math.ceil(days)) + " days to build at " + NumberText.plain(rate)
                            + " messages/s; a run takes at most "
                            + Time.SPAN.most().toDays() + ": make it smaller, or raise backlogProducerRate");
        }
    }

    /** Reports fields without effect, because they were meant to have one. */
    static void check(FieldValues values) {
        checkRetention(values);
        boolean backlog = PhaseFields.buildsBacklog(values);
        for (Field<Double> rate : List.of(PhaseFields.BUILD_RATE, PhaseFields.DRAIN_RATE)) {
            if (!backlog && values.find(rate).orElse(-1.0) != -1) {
                values.error(rate, "has no effect without a consumerBacklogSizeGB above 0; remove it");
            }
        }
        if (!backlog && values.find(PhaseFields.REMOTE_RATIO).orElse(0.0) > 0) {
            values.error(PhaseFields.REMOTE_RATIO, "has no effect without a consumerBacklogSizeGB above 0; remove it");
        }
        if (values.given(PhaseFields.RETENTION) && !TopicFields.existing(values).isEmpty()) {
            values.error(PhaseFields.RETENTION, "has no effect on topics that exist: set it there, and remove it here");
        }
        if (!backlog) {
            return;
        }
        if (values.hasEntries(RateFields.RATES) || values.given(GoalFields.SEARCH)) {
            values.error(
                    PhaseFields.BACKLOG_GIB,
                    "cannot be built beside a producerRateList or a search, which have rates of their own; remove one");
        }
        if (SubscriptionFields.areMissing(values)) {
            values.error(
                    PhaseFields.BACKLOG_GIB,
                    "needs a subscription whose consumers can be paused; set subscriptionsPerTopic"
                            + " to at least 1, or remove it");
        }
        checkBuilding(values);
        if (LoadFields.isClosed(values)) {
            values.error(
                    PhaseFields.BACKLOG_GIB,
                    "needs an open loop: a closed one has no rate at which a backlog could be built");
        }
    }
}
