package dev.weir.feature.transactions;

import dev.weir.feature.FeatureMessages;
import dev.weir.feature.transactions.Pipeline.PipelineRole;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionLoop.TransactionBenchmark;
import dev.weir.feature.transactions.TransactionLoop.TransactionRole;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionTimes;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.run.ClientOrigin;
import dev.weir.wire.message.Message;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What coordinator and workers send each other about transaction benchmarks. */
class LoopMessagesTest extends FeatureMessages {
    @Override
    protected List<Message> samples() {
        var latencies = new LatencySet();
        latencies.of(Latency.TRANSACTION_COMMIT).values().record(5_000_000, 1);
        return List.of(
                assign(),
                assign(new TransactionSpec(3, 0.25)),
                new TransactionCounts.TransactionsEnded(new TransactionCounts(11, 12, 13)),
                new PipelineResult.PipelineClosed(new PipelineResult(
                        5,
                        new ClientOrigin("", "client-7"),
                        "in",
                        "out",
                        Long.MAX_VALUE,
                        new TransactionCounts(1, 2, 3),
                        LatencySummary.byName(latencies),
                        Map.of("batch-size-avg", 2.5))),
                new TransactionTimes(
                        3, List.of(5L, Long.MAX_VALUE), List.of(0L, 1L), List.of(2L, 3L), List.of(4L), 5, 6));
    }

    private static Message.Assign assign() {
        var loop = new TransactionLoop(TransactionBenchmark.SEND_OFFSETS, 7, 0, true, true);
        return assign(
                List.of(),
                List.of(
                        new TransactionRole(6, 9, "client-6", List.of("topic", "other"), 4, loop),
                        new PipelineRole(3, "client-7", "in", "group-2", "out", 17, Transform.UPPER_CASE)));
    }

    /** Names of a message, of a class, and of nothing: none of them is a role. They are as long as the right one. */
    @ParameterizedTest
    @ValueSource(strings = {"clockCorrection", "TransactionRole", "transactionrole"})
    void refusesARoleOfAnotherName(String name) {
        assertRefused(assign(), "transactionRole", name);
    }
}
