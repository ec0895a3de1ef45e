package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run whose only broker is killed before the load ends, and does not come back. */
class LostBrokerTest {
    /** What Weir promises, from the last acknowledgement to the end of the run: 30 s without an answer, 20 s to close. */
    private static final Duration MAX_END = Duration.ofMinutes(1);

    /** The broker is killed when 8 of 10 snapshots of the measurement were taken. */
    private static final int LAST_TICK = 8;

    @TempDir
    Path folder;

    @Test
    @Tag("soak")
    void aRunEndsWithinAMinuteOfTheLastAcknowledgement() {
        var ticks = new AtomicInteger();
        Workload workload = Workloads.small()
                .rates(500, 500)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(2))
                .build();
        RunResult result;
        try (var cluster = new KafkaEmbeddedClusters(Map.of()).start(1, 0);
                var mini = new MiniCluster(1, folder)) {
            result = mini.run(workload, cluster.driverConfig(), (coordinator, tick) -> {
                if (tick.phase() == Phase.MEASUREMENT && ticks.incrementAndGet() == LAST_TICK) {
                    cluster.faults().orElseThrow().kill(1);
                }
            });
        }

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.failure()).startsWith("no broker has answered for 30 s after the load");
        assertThat(result.reasons())
                .filteredOn(reason -> reason.code() == ReasonCode.LEFT_ON_CLUSTER)
                .extracting(Reason::text)
                .anyMatch(text -> text.startsWith("no broker answers, so these topics could not be deleted: "));
        Instant end = Instant.EPOCH.plusNanos(result.endNanos());
        Instant lastAcknowledged = result.intervals().stream()
                .filter(interval -> interval.counts().sends().acknowledged() > 0)
                .map(LostBrokerTest::end)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        Duration ending = Duration.between(lastAcknowledged, end);
        System.out.printf(
                "the run ended %.1f s after the last acknowledgement: %s%n",
                ending.toMillis() / 1e3,
                result.weir().course().phases().stream()
                        .map(span -> String.format("%s %.1f s", span.phase(), span.seconds()))
                        .toList());
        assertThat(ending).isLessThan(MAX_END);
    }

    private static Instant end(IntervalSummary interval) {
        return Instant.parse(interval.begin()).plusNanos(Math.round(interval.seconds() * 1e9));
    }
}
