package dev.weir.coordinator;

import dev.weir.driver.TopicSpec;
import dev.weir.plan.RunPlan;
import dev.weir.wire.ProvenPartition;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Says which partitions could not be proven usable. */
final class UnprovenPartitions {
    private static final int MOST_NAMED = 5;

    private UnprovenPartitions() {}

    /** What to say when probes did not arrive everywhere. */
    static String describe(RunPlan plan, Workload workload, List<WorkerLink> workers) {
        List<String> missing = new ArrayList<>();
        for (TopicSpec topic : plan.topics()) {
            for (int s = 0; s < workload.subscriptionsPerTopic(); s++) {
                for (int p = 0; p < topic.partitions(); p++) {
                    var partition = new ProvenPartition(topic.name(), s, p);
                    if (workers.stream().noneMatch(w -> w.proven().contains(partition))) {
                        missing.add(topic.name() + " partition " + p + " subscription " + s);
                    }
                }
            }
        }
        return "no probe arrived in time from " + missing.size() + " of the partitions: "
                + String.join(", ", missing.subList(0, Math.min(MOST_NAMED, missing.size())))
                + (missing.size() > MOST_NAMED ? ", ..." : "");
    }
}
