package dev.weir.coordinator.phase;

import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.plan.RunPlan;
import dev.weir.wire.message.ProvenPartition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Tracks whether each partition has carried a message to each subscription, and each consumer takes part. */
final class PartitionProof {
    private static final int MAX_NAMED = 5;
    private static final int UNKNOWN_PARTITION = -1;

    private final Set<ProvenPartition> wanted = new HashSet<>();
    private final int wantedConsumers;
    private final List<WorkerLink> workers;

    /** @param knowsPartitions whether consumers report the partition of a message; if not, one probe proves a topic */
    PartitionProof(RunPlan plan, Workload workload, boolean knowsPartitions, List<WorkerLink> workers) {
        this.workers = workers;
        int active = 0;
        List<TopicSpec> topics = plan.consumedTopics(workload);
        for (int t = 0; t < topics.size(); t++) {
            TopicSpec topic = topics.get(t);
            for (int s = 0; s < workload.subscriptions().count(); s++) {
                Subscription kind = workload.subscriptions().each().get(s);
                if (kind.startsWithLoad()) {
                    // Consumers beyond the number of partitions stay idle.
                    active += knowsPartitions ? kind.activeConsumers(topic.partitions()) : kind.consumers();
                    // Without a producer, no probe can be sent.
                    if (workload.topics().producersOf(t) > 0) {
                        int subscription = s;
                        IntStream partitions = knowsPartitions
                                ? IntStream.range(0, topic.partitions())
                                : IntStream.of(UNKNOWN_PARTITION);
                        partitions.forEach(p -> wanted.add(new ProvenPartition(topic.name(), subscription, p)));
                    }
                }
            }
        }
        wantedConsumers = active;
    }

    int wanted() {
        return wanted.size();
    }

    boolean isComplete() {
        // Called for each message of a worker: the sets are compared only if they can be equal.
        int proven = workers.stream().mapToInt(worker -> worker.proven().size()).sum();
        return assignedConsumers() >= wantedConsumers
                && proven >= wanted.size()
                && unproven().isEmpty();
    }

    String missing() {
        List<String> names = unproven().stream()
                .map(p -> p.topic() + " partition " + p.partition() + " subscription " + p.subscription())
                .sorted()
                .toList();
        if (names.isEmpty()) {
            return "only " + assignedConsumers() + " of " + wantedConsumers
                    + " consumers were given partitions in time";
        }
        return "no probe arrived in time from " + names.size() + " of the partitions: "
                + String.join(", ", names.subList(0, Math.min(MAX_NAMED, names.size())))
                + (names.size() > MAX_NAMED ? ", ..." : "");
    }

    private int assignedConsumers() {
        return workers.stream().mapToInt(WorkerLink::assignedConsumers).sum();
    }

    /** Returns partitions without a proof. If a consumer joins late, a partition moves and two workers prove it. */
    private Set<ProvenPartition> unproven() {
        Set<ProvenPartition> unproven = new HashSet<>(wanted);
        workers.forEach(worker -> unproven.removeAll(worker.proven()));
        return unproven;
    }
}
