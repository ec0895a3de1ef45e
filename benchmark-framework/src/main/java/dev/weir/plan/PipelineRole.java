package dev.weir.plan;

import dev.weir.workload.load.Transform;

/**
 * An instance of a pipeline that a worker runs.
 *
 * @param instance its number in the run, from 0
 * @param clientId for the clients' logs and the system's metrics, unique in the run
 * @param input what it reads
 * @param group with which it shares that
 * @param output where it writes to: to the partition from which it read
 * @param messages of each transaction, at most
 * @param transform what it makes of each payload
 */
public record PipelineRole(
        int instance, String clientId, String input, String group, String output, int messages, Transform transform) {}
