package dev.weir.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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

    @Test
    void dividesWorkersLikeOmbForItsTopologies() {
        assertThat(roles(Topology.ENSEMBLE, 1)).containsExactly("8+8");
        assertThat(roles(Topology.ENSEMBLE, 2)).containsExactly("8+0", "0+8");
        assertThat(roles(Topology.ENSEMBLE, 5)).containsExactly("4+0", "4+0", "0+2", "0+3", "0+3");
        assertThat(roles(Topology.EXTRA_CONSUMERS, 1)).containsExactly("8+8");
        assertThat(roles(Topology.EXTRA_CONSUMERS, 2)).containsExactly("8+0", "0+8");
        assertThat(roles(Topology.EXTRA_CONSUMERS, 6)).containsExactly("4+0", "4+0", "0+2", "0+2", "0+2", "0+2");
    }

    @Test
    void leavesNoWorkerIdleWithOneRole() {
        Workload produceOnly = Workloads.small()
                .topics(1, 4)
                .producersPerTopic(4)
                .subscriptionsPerTopic(0, 0)
                .build();

        assertThat(RunPlan.of(produceOnly, DRIVER, RUN, 4, Topology.ENSEMBLE).assignments())
                .allSatisfy(assignment ->
                        assertThat(assignment.clients().producers()).hasSize(1));
    }

    /** Producers and consumers of each worker. */
    private static List<String> roles(Topology topology, int workers) {
        Workload workload = Workloads.small()
                .topics(1, 8)
                .producersPerTopic(8)
                .subscriptionsPerTopic(1, 8)
                .build();
        return RunPlan.of(workload, DRIVER, RUN, workers, topology).assignments().stream()
                .map(a -> a.clients().producers().size() + "+"
                        + a.clients().consumers().size())
                .toList();
    }

    private static void check(Workload workload, int workers) {
        RunPlan plan = RunPlan.of(workload, DRIVER, RUN, workers, Topology.SWARM);
        String what = workload + " on " + workers;

        assertThat(plan.assignments()).as(what).hasSize(workers).allSatisfy(assignment -> {
            assertThat(assignment.totalProducers()).isEqualTo(workload.producers());
            assertThat(assignment.runTag()).isEqualTo(plan.assignments().get(0).runTag());
        });
        assertThat(spread(plan, a -> a.clients().producers().size())).as(what).isLessThanOrEqualTo(1);
        assertThat(spread(plan, a -> a.clients().consumers().size())).as(what).isLessThanOrEqualTo(1);
        assertThat(spread(
                        plan,
                        a -> a.clients().producers().size()
                                + a.clients().consumers().size()))
                .as(what)
                .isLessThanOrEqualTo(1);

        List<ProducerRole> producers = plan.assignments().stream()
                .flatMap(a -> a.clients().producers().stream())
                .toList();
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
        Set<String> groups = new HashSet<>();
        consumers.forEach(role -> groups.add(role.group()));
        assertThat(groups)
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
        List<ProducerRole> producers = plan.assignments().stream()
                .flatMap(a -> a.clients().producers().stream())
                .toList();

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
    void theSingleProducerAndConsumerMeetAcrossTwoWorkers() {
        Workload workload = Workloads.small()
                .producersPerTopic(1)
                .subscriptionsPerTopic(1, 1)
                .build();

        List<Assignment> assignments =
                RunPlan.of(workload, DRIVER, RUN, 2, Topology.SWARM).assignments();

        assertThat(assignments.get(0).clients().producers()).hasSize(1);
        assertThat(assignments.get(0).clients().consumers()).isEmpty();
        assertThat(assignments.get(1).clients().producers()).isEmpty();
        assertThat(assignments.get(1).clients().consumers()).hasSize(1);
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
        List<Integer> counts = plan.assignments().stream()
                .map(count::applyAsInt)
                .sorted(Comparator.naturalOrder())
                .toList();
        return counts.get(counts.size() - 1) - counts.get(0);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
