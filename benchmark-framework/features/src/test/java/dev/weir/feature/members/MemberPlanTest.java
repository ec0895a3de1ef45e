package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.plan.RunPlan;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberPlanTest {
    /** Consumers 0 and 2 read the first topic, 1 and 3 the second one. */
    private static final Workload WORKLOAD = Workloads.small()
            .topics(2, 4)
            .subscriptionsPerTopic(1, 2)
            .section(
                    Members.SECTION,
                    List.of(
                            event(9, Action.JOIN, 0),
                            event(1, Action.JOIN, 0),
                            event(3, Action.STOP, 4),
                            event(5, Action.LEAVE, 0),
                            event(8, Action.LEAVE, 0)))
            .build();

    @Test
    void itHappensToTheOldestMemberThatDoesNotStandStill() {
        List<ConsumerStep> steps = plan(1).get(0).clients().steps();

        assertThat(steps)
                .filteredOn(step -> step.consumer() % 2 == 0)
                .containsExactly(
                        step(1, Action.JOIN, 4, 1, 0),
                        step(2, Action.STOP, 0, 3, 4),
                        step(3, Action.LEAVE, 2, 5, 0),
                        step(4, Action.LEAVE, 0, 8, 0),
                        step(0, Action.JOIN, 6, 9, 0));
        assertThat(steps).hasSize(10);
    }

    @Test
    void consumersThatJoinAreOpenedLater() {
        for (Assignment assignment : plan(2)) {
            assertThat(assignment.clients().steps()).hasSize(10);
            assertThat(assignment.clients().consumersStartingWithLoad())
                    .extracting(ConsumerRole::consumer)
                    .allMatch(consumer -> consumer < 4);
        }
        assertThat(plan(2).stream().flatMap(each -> each.clients().consumers().stream()))
                .extracting(ConsumerRole::consumer)
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(plan(1).get(0).clients().consumers())
                .extracting(ConsumerRole::clientId)
                .contains("weir-0a1b2c3d-consumer-4", "weir-0a1b2c3d-consumer-5");
    }

    private static List<Assignment> plan(int workers) {
        return RunPlan.of(WORKLOAD, DriverConfig.of("none"), "0a1b2c3d", workers, Topology.SWARM)
                .assignments();
    }

    private static MemberEvent event(int seconds, Action action, int length) {
        return new MemberEvent(Duration.ofSeconds(seconds), action, "0", 1, Duration.ofSeconds(length));
    }

    private static ConsumerStep step(int event, Action action, int consumer, long seconds, long length) {
        return new ConsumerStep(event, action, 0, consumer, seconds * 1_000_000_000, length * 1_000_000_000);
    }
}
