package dev.weir.plan;

import java.util.Objects;

/**
 * An instance of a pipeline that a worker runs.
 *
 * @param clientId for the clients' logs and the system's metrics, unique in the run
 * @param input what it reads
 * @param group with which it shares that
 * @param output where it writes to: to the partition from which it read
 * @param messages of each transaction, at most
 */
public record PipelineRole(String clientId, String input, String group, String output, int messages) {
    public PipelineRole {
        Objects.requireNonNull(clientId);
        Objects.requireNonNull(input);
        Objects.requireNonNull(group);
        Objects.requireNonNull(output);
    }
}
