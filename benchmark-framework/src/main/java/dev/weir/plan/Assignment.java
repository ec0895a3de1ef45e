package dev.weir.plan;

import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.MemberEvent;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.message.PayloadSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one worker does in a run.
 *
 * @param runTag marks the run's messages among others
 * @param driver the system to drive
 * @param producers it runs these
 * @param totalProducers of the run, on all workers: they share one schedule
 * @param consumers it runs these
 * @param members what happens to consumers while they read: those of the whole run
 * @param keys how messages get their keys
 * @param payload what they carry
 * @param shape how messages follow the rate
 * @param scheduled whether messages that are measured have an intended send time
 * @param audited whether each message is noted, see {@link dev.weir.workload.Workload#audited}
 * @param partitionWeights how messages are spread over the partitions of each topic
 * @param transactions in which messages are sent
 * @param pipelines instances that it runs
 * @param committedOnly whether consumers see nothing of transactions that are not committed
 * @param transactionPlan its part in a transaction benchmark, which is run instead of a load
 * @param seed of everything random
 */
public record Assignment(
        int runTag,
        DriverConfig driver,
        List<ProducerRole> producers,
        int totalProducers,
        List<ConsumerRole> consumers,
        List<MemberStep> members,
        KeySpec keys,
        PayloadSpec payload,
        LoadShape shape,
        boolean scheduled,
        boolean audited,
        PartitionWeights partitionWeights,
        TransactionSpec transactions,
        List<PipelineRole> pipelines,
        boolean committedOnly,
        TransactionPlan transactionPlan,
        long seed) {
    /**
     * A client's latencies take up to 2 MB. A worker with more producers than this records their latencies together, and
     * one with more consumers those of each subscription. Consumers that begin later have their own.
     */
    public static final int MOST_OWN_LATENCIES = 64;

    /** Whether nothing is sent: what is received is not the run's own. */
    public boolean consumesOnly() {
        return totalProducers == 0 && transactionPlan.loop().isEmpty();
    }

    /** Consumers that are opened before the load. */
    public List<ConsumerRole> consumersStartingWithLoad() {
        Set<Integer> joining = members.stream()
                .filter(step -> step.action() == MemberEvent.Action.JOIN)
                .map(MemberStep::consumer)
                .collect(Collectors.toSet());
        return consumers.stream()
                .filter(role -> role.kind().startsWithLoad() && !joining.contains(role.consumer()))
                .toList();
    }

    /** Whether the members of a consumer's group change while it reads. */
    public boolean isInChangingGroup(ConsumerRole role) {
        return members.stream().anyMatch(step -> step.subscription() == role.subscription());
    }

    /** Whether its producers have no latencies of their own. */
    public boolean producersShareLatencies() {
        return producers.size() > MOST_OWN_LATENCIES;
    }

    /** Whether its consumers have no latencies of their own. */
    public boolean consumersShareLatencies() {
        return consumersStartingWithLoad().size() > MOST_OWN_LATENCIES;
    }

    /** Whether a run that has a pipeline can do without it: others take over what it does. */
    public boolean carriesOnlyPipelines() {
        return producers.isEmpty() && consumers.isEmpty() && !pipelines.isEmpty();
    }

    public Assignment {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
        members = List.copyOf(members);
        pipelines = List.copyOf(pipelines);
    }
}
