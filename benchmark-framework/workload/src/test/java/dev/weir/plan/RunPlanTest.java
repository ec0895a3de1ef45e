package dev.weir.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunPlanTest {
    private static final String RUN = "0a1b2c3d";
    private static final DriverConfig DRIVER = DriverConfig.of("none");

    @Test
    void spreadsEvenlyWhateverTheNumbers() {
        for (int topics : List.of(1, 2, 3, 7)) {
            for (int partitions : List.of(1, 2, 16)) {
                for (int producers : List.of(1, 2, 5)) {
                    for (int subscriptions : List.of(0, 1, 3)) {
                        for (int consumers : List.of(1, 4)) {
                            Workload workload = Workloads.small()
                                    .topics(topics, partitions)
                                    .producersPerTopic(producers)
                                    .subscriptionsPerTopic(subscriptions, consumers)
                                    .build();
                            IntStream.rangeClosed(1, 9).forEach(workers -> check(workload, workers));
                        }
                    }
                }
            }
        }
    }

    /** The producers and consumers of each worker. */
    @ParameterizedTest
    @CsvSource({
        "8, 8, 1, ENSEMBLE, 8+8",
        "8, 8, 2, ENSEMBLE, 8+0 0+8",
        "8, 8, 5, ENSEMBLE, 4+0 4+0 0+2 0+3 0+3",
        "4, 0, 4, ENSEMBLE, 1+0 1+0 1+0 1+0",
        "8, 8, 1, EXTRA_CONSUMERS, 8+8",
        "8, 8, 2, EXTRA_CONSUMERS, 8+0 0+8",
        "8, 8, 6, EXTRA_CONSUMERS, 4+0 4+0 0+2 0+2 0+2 0+2",
        "1, 1, 2, SWARM, 1+0 0+1"
    })
    void dividesProducersAndConsumersAmongWorkersByTheTopology(
            int producers, int consumers, int workers, Topology topology, String roles) {
        Workload workload = Workloads.small()
                .topics(1, 8)
                .producersPerTopic(producers)
                .subscriptionsPerTopic(Math.min(1, consumers), consumers)
                .build();

        assertThat(RunPlan.of(workload, DRIVER, RUN, workers, topology).assignments())
                .extracting(Assignment::clients)
                .map(clients ->
                        clients.producers().size() + "+" + clients.consumers().size())
                .containsExactly(roles.split(" "));
    }

    private static void check(Workload workload, int workers) {
        RunPlan plan = RunPlan.of(workload, DRIVER, RUN, workers, Topology.SWARM);
        String what = workload + " on " + workers;

        assertThat(plan.assignments()).as(what).hasSize(workers).allSatisfy(assignment -> {
            assertThat(assignment.totalProducers()).isEqualTo(workload.producers());
            assertThat(assignment.runTag()).isEqualTo(plan.assignments().get(0).runTag());
        });
        ToIntFunction<Assignment> ofProducers =
                each -> each.clients().producers().size();
        ToIntFunction<Assignment> ofConsumers =
                each -> each.clients().consumers().size();
        assertThat(spread(plan, ofProducers)).as(what).isLessThanOrEqualTo(1);
        assertThat(spread(plan, ofConsumers)).as(what).isLessThanOrEqualTo(1);
        assertThat(spread(plan, each -> ofProducers.applyAsInt(each) + ofConsumers.applyAsInt(each)))
                .as(what)
                .isLessThanOrEqualTo(1);

        List<ProducerRole> producers = producers(plan);
        assertThat(producers)
                .extracting(ProducerRole::producer)
                .containsExactlyInAnyOrderElementsOf(numbers(workload.producers()));
        assertThat(producers).extracting(ProducerRole::clientId).doesNotHaveDuplicates();
        List<ConsumerRole> consumers = plan.assignments().stream()
                .flatMap(a -> a.clients().consumers().stream())
                .toList();
        assertThat(consumers)
                .extracting(ConsumerRole::consumer)
                .containsExactlyInAnyOrderElementsOf(numbers(workload.consumers()));
        assertThat(consumers).extracting(ConsumerRole::clientId).doesNotHaveDuplicates();

        for (TopicSpec topic : plan.topics()) {
            assertThat(producers.stream()
                            .filter(role -> role.topic().equals(topic.name()))
                            .flatMap(role -> role.probedPartitions().stream()))
                    .as(what)
                    .containsExactlyInAnyOrderElementsOf(
                            numbers(workload.topics().partitionsPerTopic()));
            assertThat(producers.stream().filter(role -> role.topic().equals(topic.name())))
                    .hasSize(workload.topics().producersPerTopic());
            for (int s = 0; s < workload.subscriptions().count(); s++) {
                int subscription = s;
                List<ConsumerRole> members = consumers.stream()
                        .filter(role -> role.topic().equals(topic.name()) && role.subscription() == subscription)
                        .toList();
                assertThat(members).hasSize(workload.subscriptions().mostConsumers());
                assertThat(members.stream().map(ConsumerRole::group).distinct()).hasSize(1);
            }
        }
        assertThat(consumers.stream().map(ConsumerRole::group).distinct())
                .hasSize(workload.topics().count() * workload.subscriptions().count());
    }

    @Test
    void topicsHaveTheirOwnNumbersOfPartitionsAndProducers() {
        Workload workload = Workloads.small()
                .topics(3, 5)
                .producersPerTopic(3)
                .topicLists(List.of(5, 1, 2), List.of(1, 3, 0))
                .build();
        RunPlan plan = RunPlan.of(workload, DRIVER, RUN, 2, Topology.SWARM);
        List<ProducerRole> producers = producers(plan);

        assertThat(plan.topics()).extracting(TopicSpec::partitions).containsExactly(5, 1, 2);
        assertThat(producers).extracting(ProducerRole::producer).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(producers)
                .extracting(ProducerRole::topic)
                .filteredOn(topic -> topic.endsWith("-1"))
                .hasSize(3);
        assertThat(producers)
                .filteredOn(role -> role.topic().endsWith("-0"))
                .singleElement()
                .satisfies(role -> assertThat(role.probedPartitions()).containsExactly(0, 1, 2, 3, 4));
    }

    @Test
    void topicsThatExistHaveSubscriptionsNamedAfterTheRun() {
        Workload workload = Workloads.small().existing(List.of("a", "b")).build();
        RunPlan plan = RunPlan.of(workload, Map.of("a", 3, "b", 1), DRIVER, RUN, 1, Topology.SWARM);

        assertThat(plan.topics()).containsExactly(new TopicSpec("a", 3), new TopicSpec("b", 1));
        assertThat(plan.names()).containsExactly("weir-" + RUN + "-0", "weir-" + RUN + "-1");
        assertThat(plan.assignments().get(0).clients().consumers()).allSatisfy(role -> {
            assertThat(role.group()).startsWith("weir-" + RUN);
            assertThat(role.from()).isEqualTo(ReadFrom.END);
        });
    }

    @Test
    void namesEverythingByTheRun() {
        RunPlan plan = RunPlan.of(Workloads.small().topics(2, 3).build(), DRIVER, RUN, 1, Topology.SWARM);

        assertThat(plan.topics())
                .containsExactly(new TopicSpec("weir-" + RUN + "-0", 3), new TopicSpec("weir-" + RUN + "-1", 3));
        assertThat(plan.assignments().get(0).clients().consumers())
                .extracting(ConsumerRole::group)
                .allSatisfy(group -> assertThat(group).startsWith("weir-" + RUN));
        assertThat(RunPlan.of(Workloads.small().build(), DRIVER, "0a1b2c3e", 1, Topology.SWARM)
                        .assignments()
                        .get(0)
                        .runTag())
                .isNotEqualTo(plan.assignments().get(0).runTag());
    }

    @Test
    void refusesAPlanWithoutWorkers() {
        assertThatThrownBy(() -> RunPlan.of(Workloads.small().build(), DRIVER, RUN, 0, Topology.SWARM))
                .hasMessage("workers must be at least 1, got 0");
    }

    private static int spread(RunPlan plan, ToIntFunction<Assignment> count) {
        IntSummaryStatistics counts =
                plan.assignments().stream().mapToInt(count).summaryStatistics();
        return counts.getMax() - counts.getMin();
    }

    private static List<ProducerRole> producers(RunPlan plan) {
        return plan.assignments().stream()
                .flatMap(each -> each.clients().producers().stream())
                .toList();
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
