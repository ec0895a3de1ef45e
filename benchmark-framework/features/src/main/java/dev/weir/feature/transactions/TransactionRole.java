package dev.weir.feature.transactions;

import dev.weir.plan.FeatureRole;
import java.util.List;

/**
 * A client of a transaction benchmark that a worker runs.
 *
 * @param client its number among all clients of the run, from 0
 * @param clientId name in the client's logs and the system's metrics, and its transactional id
 * @param topics topics of the benchmark, in the order in which it uses them
 * @param partitions partitions of each of them
 */
record TransactionRole(
        int client, int clients, String clientId, List<String> topics, int partitions, TransactionLoop loop)
        implements FeatureRole {
    TransactionRole {
        topics = List.copyOf(topics);
    }

    /** Returns the partition of each topic that it uses. */
    int partition() {
        return client % partitions;
    }

    /** Returns the prefix of its readers' groups, which are deleted with the topic. */
    String group() {
        return topics.get(0) + "-client-" + client;
    }
}
