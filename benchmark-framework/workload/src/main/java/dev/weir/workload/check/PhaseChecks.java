package dev.weir.workload.check;

import dev.weir.workload.RetentionSpec;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;

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

    static void check(FieldValues values) {
        checkRetention(values);
        if (values.given(PhaseFields.RETENTION) && !TopicFields.existing(values).isEmpty()) {
            values.error(PhaseFields.RETENTION, "has no effect on topics that exist: set it there, and remove it here");
        }
    }
}
