package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.interval.Throughput;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Load of a run.
 *
 * @param unsent messages that were due before the load ended but were not sent
 * @param skipped messages that were skipped because they were late
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunLoad(
        Optional<Payload> payload, Optional<Throughput> throughput, OptionalLong unsent, OptionalLong skipped) {
    /**
     * Contents of the messages.
     *
     * @param distinct number of different payloads; null if each message has its own
     * @param stampShare share of the bytes that Weir needs for itself, in [0, 1]
     * @param randomShare share of random bytes, in [0, 1]; null if the workload gives the contents
     */
    public record Payload(Optional<Integer> distinct, double stampShare, Optional<Double> randomShare) {}
}
