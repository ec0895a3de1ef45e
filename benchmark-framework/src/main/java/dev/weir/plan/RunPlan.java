package dev.weir.plan;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.TopicSpec;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Who does what in a run.
 *
 * @param topics to create
 * @param assignments one for each worker, in their order
 */
public record RunPlan(List<TopicSpec> topics, List<Assignment> assignments) {

    /** What the names of our topics begin with: {@code reset} deletes those, and only those. */
    public static final String TOPIC_PREFIX = "weir-";

    public RunPlan {
        topics = List.copyOf(topics);
        assignments = List.copyOf(assignments);
    }

    /**
     * Spreads a workload over workers. Producers are dealt in turn from the first worker, consumers from the last: so in a
     * swarm a single producer and consumer meet across two hosts. Workers without one of the roles are of use only where
     * there is the other: of a workload that has but one role, all workers do their share.
     *
     * @param runId lower-case hexadecimal, unique; part of every name the run leaves in the system
     * @param workers how many, at least 1
     */
    public static RunPlan of(Workload workload, DriverConfig driver, String runId, int workers, Topology topology) {
        Objects.requireNonNull(runId);
        if (workers < 1) {
            throw new IllegalArgumentException("workers must be at least 1, got " + workers);
        }
        List<TopicSpec> topics = new ArrayList<>();
        for (int t = 0; t < workload.topics(); t++) {
            topics.add(new TopicSpec(TOPIC_PREFIX + runId + "-" + t, workload.partitionsPerTopic()));
        }
        List<ProducerRole> producers = producers(workload, topics, runId);
        List<ConsumerRole> consumers = consumers(workload, topics, runId);
        boolean oneRole = producers.isEmpty() || consumers.isEmpty();
        int producing = oneRole ? workers : topology.producingWorkers(workers);
        int consuming = producing == workers ? workers : workers - producing;
        List<Assignment> assignments = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            assignments.add(new Assignment(
                    runId.hashCode(),
                    driver,
                    everyNth(producers, w, producing),
                    producers.size(),
                    everyNth(consumers, workers - 1 - w, consuming),
                    workload.keys(),
                    workload.payload(),
                    workload.shape(),
                    workload.isScheduled(),
                    workload.audited(),
                    workload.seed()));
        }
        return new RunPlan(topics, assignments);
    }

    private static List<ProducerRole> producers(Workload workload, List<TopicSpec> topics, String runId) {
        List<ProducerRole> roles = new ArrayList<>();
        for (int i = 0; i < workload.producersPerTopic(); i++) {
            for (TopicSpec topic : topics) {
                List<Integer> probed = new ArrayList<>();
                for (int p = i; p < topic.partitions(); p += workload.producersPerTopic()) {
                    probed.add(p);
                }
                String clientId = TOPIC_PREFIX + runId + "-producer-" + roles.size();
                roles.add(new ProducerRole(roles.size(), clientId, topic.name(), topic.partitions(), probed));
            }
        }
        return roles;
    }

    private static List<ConsumerRole> consumers(Workload workload, List<TopicSpec> topics, String runId) {
        List<ConsumerRole> roles = new ArrayList<>();
        for (int i = 0; i < workload.consumersPerSubscription(); i++) {
            for (TopicSpec topic : topics) {
                for (int s = 0; s < workload.subscriptionsPerTopic(); s++) {
                    String clientId = TOPIC_PREFIX + runId + "-consumer-" + roles.size();
                    String group = topic.name() + "-subscription-" + s;
                    roles.add(new ConsumerRole(roles.size(), clientId, topic.name(), topic.partitions(), s, group));
                }
            }
        }
        return roles;
    }

    private static <T> List<T> everyNth(List<T> all, int first, int n) {
        List<T> some = new ArrayList<>();
        for (int i = first; first < n && i < all.size(); i += n) {
            some.add(all.get(i));
        }
        return some;
    }
}
