package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.measure.TransactionCounts;
import dev.weir.result.interval.Throughput;
import dev.weir.result.run.AvailabilityResult;
import dev.weir.result.run.BacklogResult;
import dev.weir.result.run.TransactionLoopResult;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was sent, and how a backlog or an outage went.
 *
 * @param backlog empty if none was asked for
 * @param availability empty if there was no load
 * @param payload what the messages contain
 * @param throughput rates of the measurement
 * @param transactionBenchmark empty if none was run
 * @param unsent messages that were due before the load ended, but whose turn did not come
 * @param skipped messages that were left out because they were late
 * @param transactions that ended in the whole run; empty where none were asked for
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunLoad(
        Optional<BacklogResult> backlog,
        Optional<AvailabilityResult> availability,
        Optional<Payload> payload,
        Optional<Throughput> throughput,
        Optional<TransactionLoopResult> transactionBenchmark,
        OptionalLong unsent,
        OptionalLong skipped,
        Optional<TransactionCounts> transactions) {
    /**
     * What the messages contain.
     *
     * @param distinct how many different payloads there are; null if each message has its own
     * @param stampShare of the bytes, what Weir needs for itself, in [0, 1]
     * @param randomShare of the bytes, in [0, 1]; null if the workload gives the contents
     */
    public record Payload(Optional<Integer> distinct, double stampShare, Optional<Double> randomShare) {}
}
