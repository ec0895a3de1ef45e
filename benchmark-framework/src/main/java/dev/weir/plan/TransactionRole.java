package dev.weir.plan;

import java.util.List;

/**
 * A client of a transaction benchmark that a worker runs.
 *
 * @param client its number among all of the run, from 0
 * @param clients of the run
 * @param clientId for the client's logs and the system's metrics; its transactional id too
 * @param topics of the benchmark, in the order in which it uses them
 * @param partitions of each of them
 */
public record TransactionRole(int client, int clients, String clientId, List<String> topics, int partitions) {
    public TransactionRole {
        topics = List.copyOf(topics);
    }

    /** The partition of each topic that it uses, where it uses one. */
    public int partition() {
        return client % partitions;
    }

    /** What the groups of its readers are named after, which go with the topic. */
    public String group() {
        return topics.get(0) + "-client-" + client;
    }
}
