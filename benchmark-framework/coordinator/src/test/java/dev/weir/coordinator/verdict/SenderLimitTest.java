package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.BrokenDriver;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WholeRuns;
import dev.weir.coordinator.verdict.LoadRecord.SenderLimit;
import dev.weir.measure.Counts;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import dev.weir.wire.message.Message.SenderWork;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Whose limit it is that a target is not met. */
class SenderLimitTest extends WholeRuns {
    /** 5 us of work for each message: 200,000 a second, of 250,000 that each of two threads has to send. */
    @Test
    void aTargetAboveTheSendersLimitMakesTheRunInvalid() {
        var sender = new SenderWork(1, 400_000, 2_000_000_000L);

        Reason reason = limit(List.of(sender, sender), 500_000).reason().orElseThrow();

        assertThat(reason.severity()).isEqualTo(Severity.INVALID);
        assertThat(reason.figures())
                .containsEntry("limitMessagesPerSecond", 400_000L)
                .containsEntry("targetMessagesPerSecond", 500_000L);
        assertThat(reason.text()).contains("80 % of the target");
    }

    @Test
    void oneSlowThreadIsNotMadeUpForByTheOthers() {
        var senders = List.of(new SenderWork(1, 100_000, 1_000_000_000L), new SenderWork(1, 100_000, 10_000_000L));

        assertThat(limit(senders, 400_000).messagesPerSecond()).isEqualTo(300_000.0);
    }

    @Test
    void threadsThatCouldSendMoreAreNoReason() {
        var senders = List.of(new SenderWork(3, 100_000, 1_000_000_000L), new SenderWork(1, 0, 0));

        assertThat(limit(senders, 100_000).reason()).isEmpty();
        assertThat(limit(List.of(), 100_000).reason()).isEmpty();
    }

    /** Each send call computes for 2 ms: 500 a second, of 2,000 that each of two producers has to send. */
    @Test
    void aClientThatComputesTooLongIsTheInstrumentsLimit() {
        var busy = new BrokenDriver((client, sequence) -> {
            long end = System.nanoTime() + 2_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        RunResult result =
                run(1, Workloads.small().rates(4000, 4000).durations(Duration.ZERO, Duration.ofSeconds(1)), busy);

        assertThat(result.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.SENDS_LATE);
        // A call of 2 ms allows at most 500 a second, of 4,000.
        assertThat(result.reasons())
                .filteredOn(reason -> reason.code() == ReasonCode.SENDERS_SATURATED)
                .singleElement()
                .satisfies(reason -> assertThat(reason.text()).contains("of the target of 4,000"));
        // Also where the host is so busy that the system falls short of that.
        assertThat(result.findings()).extracting(Finding::text).noneMatch(text -> text.contains("of 4,000"));
    }

    /**
     * The client's buffer is full almost all the time: 600,000 bytes each, at half the rate that is asked for. Each of two
     * threads has 12.5 ms for a message, so that a busy host is not the limit.
     */
    @Test
    void aSystemThatMakesTheClientWaitIsNotTheInstrumentsLimit() {
        try (var cluster = new MiniCluster(1, folder)) {
            Workload workload = Workloads.small()
                    .messageSize(600_000)
                    .rates(160, 160)
                    .durations(Duration.ZERO, Duration.ofSeconds(2))
                    .build();
            // Made again if other processes took so much processor time that senders were late because of them.
            RunResult result = MiniCluster.undisturbed(
                    () -> cluster.run(workload, MiniCluster.none(Map.of("capacityMessagesPerSecond", "80"))),
                    each -> MiniCluster.lacksProcessorTime(each) && isSaturated(each));

            assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.LOAD_NOT_MET);
            assertThat(isSaturated(result)).isFalse();
        }
    }

    private static boolean isSaturated(RunResult result) {
        return result.reasons().stream().anyMatch(reason -> reason.code() == ReasonCode.SENDERS_SATURATED);
    }

    private static SenderLimit limit(List<SenderWork> senders, double target) {
        var interval = new IntervalSummary(
                Phase.MEASUREMENT.key(), "", 2, OptionalDouble.of(target), Counts.NONE, 0, Map.of());
        int producers = senders.stream().mapToInt(SenderWork::producers).sum();
        return SenderLimit.of(senders, producers, Throughput.of(List.of(interval)));
    }
}
