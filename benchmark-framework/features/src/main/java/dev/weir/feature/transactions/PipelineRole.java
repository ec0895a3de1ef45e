package dev.weir.feature.transactions;

import dev.weir.plan.FeatureRole;
import java.util.Optional;

/**
 * An instance of a pipeline that a worker runs.
 *
 * @param instance its number in the run, from 0
 * @param clientId name in the clients' logs and the system's metrics, unique in the run
 * @param input topic that it reads
 * @param group group that shares the input
 * @param output topic that it writes, in the partition from which it read
 * @param messages largest number of messages in a transaction
 */
record PipelineRole(
        int instance, String clientId, String input, String group, String output, int messages, Transform transform)
        implements FeatureRole {
    @Override
    public Optional<String> relayGroup() {
        return Optional.of(group);
    }
}
