package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.RunClients;
import dev.weir.result.run.ConsumerResult;
import dev.weir.result.run.PartitionResult;
import dev.weir.result.run.ProducerResult;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** The figures of the single clients add up to those of the run. */
class ClientFiguresTest extends WholeRuns {
    @Test
    void addUpOverProducersConsumersPartitionsAndHosts() {
        try (var cluster =
                MiniCluster.onHosts(folder, Drivers.onClassPath(), SystemClock.INSTANCE, List.of("a", "b"))) {
            RunResult result = cluster.runUndisturbed(
                    Workloads.small()
                            .topics(2, 3)
                            .producersPerTopic(2)
                            .subscriptionsPerTopic(2, 2)
                            .rates(2000, 2000)
                            .durations(Duration.ofMillis(400), Duration.ofSeconds(1))
                            .build(),
                    MiniCluster.none(Map.of("failEvery", "100")));
            RunClients clients = result.weir().clients();

            assertThat(clients.producers()).extracting(ProducerResult::producer).containsExactly(0, 1, 2, 3);
            assertThat(clients.producers())
                    .extracting(producerResult -> producerResult.client().worker())
                    .containsExactly("worker-0", "worker-1", "worker-0", "worker-1");
            assertThat(sum(
                            clients.producers(),
                            producer -> producer.counts().sends().sent()))
                    .isEqualTo(2800);
            assertThat(sum(
                            clients.producers(),
                            producer -> producer.counts().sends().acknowledged()))
                    .isEqualTo(result.audit().counts().acknowledged());
            assertThat(sum(
                            clients.producers(),
                            producer -> producer.counts().sends().failed()))
                    .isEqualTo(result.audit().counts().failed())
                    .isEqualTo(28);
            assertThat(sum(
                            clients.producers(),
                            producer -> of(producer.latency(), Latency.PUBLISH_RESPONSE.key())
                                    .count()))
                    .isEqualTo(result.measured().of(Latency.PUBLISH_RESPONSE).count());

            assertThat(clients.consumers()).hasSize(8);
            assertThat(sum(
                            clients.consumers(),
                            consumer -> consumer.counts().receipts().received()))
                    .isEqualTo(result.audit().counts().delivered())
                    .isEqualTo(sum(clients.partitions(), PartitionResult::received));
            assertThat(sum(clients.consumers(), ConsumerResult::partitions)).isEqualTo(12);
            assertThat(clients.partitions()).hasSize(2 * 2 * 3);
            assertThat(sum(
                            clients.partitions(),
                            partition ->
                                    of(partition.latency(), "endToEndResponse").count()))
                    .isEqualTo(result.measured().of(Latency.END_TO_END_RESPONSE).count());

            // The workers are on two hosts, so that the run has both kinds of pairs.
            Clocks pairs = result.weir().checks().clock().orElseThrow();
            for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
                long same = of(pairs.sameHost().orElseThrow(), latency.key()).count();
                long across =
                        of(pairs.acrossHosts().orElseThrow(), latency.key()).count();
                assertThat(same).isPositive();
                assertThat(across).isPositive();
                assertThat(same + across)
                        .isEqualTo(result.measured().of(latency).count());
            }
        }
    }

    @Test
    void showsPartitionsWithoutMessages() {
        RunResult result = run(
                1,
                Workloads.small()
                        .topics(1, 5)
                        // None is due just when the load ends.
                        .rates(2.9, 2.9)
                        .producersPerTopic(1)
                        .durations(Duration.ZERO, Duration.ofSeconds(1)),
                Map.of());

        assertThat(result.weir().clients().partitions()).hasSize(5);
        assertThat(result.weir().clients().partitions())
                .filteredOn(partition -> partition.received() == 0)
                .hasSizeBetween(2, 4)
                .allSatisfy(partition -> assertThat(partition.latency()).isEmpty());
        assertThat(result.weir().clients().producers().get(0).counts()).isEqualTo(new Counts(3, 300, 3, 0, 0, 0, 0, 0));
    }

    private static <T> T of(Map<String, T> latency, String name) {
        return Objects.requireNonNull(latency.get(name), name);
    }

    private static <T> long sum(List<T> parts, ToLongFunction<T> part) {
        return parts.stream().mapToLong(part).sum();
    }
}
