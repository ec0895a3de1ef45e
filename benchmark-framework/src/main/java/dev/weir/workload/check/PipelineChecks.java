package dev.weir.workload.check;

import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.PipelineFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.yaml.FieldValues;

/** Checks fields that contradict a pipeline, or runs that go on without lost workers. */
final class PipelineChecks {
    private PipelineChecks() {}

    static void check(FieldValues values) {
        if (values.sound(PipelineFields.WORKER_LOSS, LoadFields.MODE)
                && PipelineFields.continuesAfterLoss(values)
                && LoadFields.isClosed(values)) {
            values.error(
                    PipelineFields.WORKER_LOSS,
                    "must be abort in a closed loop, got continue: with its workers go loops, and it is unknown what"
                            + " they would have sent");
        }
        if (!values.given(PipelineFields.PIPELINE)) {
            return;
        }
        if (SubscriptionFields.areMissing(values)) {
            values.error(
                    PipelineFields.PIPELINE,
                    "needs a subscription that reads its output; set subscriptionsPerTopic to 1");
        }
        if (!TopicFields.existing(values).isEmpty()) {
            values.error(
                    PipelineFields.PIPELINE, "needs topics of its own: have them created with topics:, or remove it");
        }
        if (PhaseFields.buildsBacklog(values)) {
            values.error(PipelineFields.PIPELINE, "cannot be combined with a consumerBacklogSizeGB; remove one");
        }
    }
}
