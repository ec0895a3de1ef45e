package dev.weir.coordinator.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.plan.RunPlan;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostMapTest {
    private static final RunPlan SWARM = plan(Topology.SWARM, 3);

    @Test
    void namesTheWorkerOfEachProducer() {
        var map = new HostMap(SWARM, List.of("a", "b", "c"));

        assertThat(map.placesFor(1).workers()).containsExactly(0, 1, 2, 0, 1);
        assertThat(map.placesFor(1).neighbours()).containsExactly(1);
    }

    @Test
    void countsWorkersOfOneHostAsNeighbours() {
        var map = new HostMap(SWARM, List.of("a", "b", "a"));

        assertThat(map.placesFor(0).neighbours()).containsExactlyInAnyOrder(0, 2);
        assertThat(map.placesFor(1).neighbours()).containsExactly(1);
    }

    @Test
    void separatesNoPairsIfThereIsOneKind() {
        var oneHost = new HostMap(SWARM, List.of("a", "a", "a"));
        // One worker sends, the others receive.
        var apart = new HostMap(plan(Topology.ENSEMBLE, 2), List.of("a", "b"));

        assertThat(oneHost.placesFor(0).neighbours()).isEmpty();
        assertThat(apart.placesFor(1).neighbours()).isEmpty();
        assertThat(apart.placesFor(1).workers()).containsOnly(0);
        assertThat(apart.placesFor(0)).isEqualTo(ProducerLocations.NONE);
    }

    private static RunPlan plan(Topology topology, int workers) {
        return RunPlan.of(
                Workloads.small()
                        .producersPerTopic(5)
                        .subscriptionsPerTopic(1, 3)
                        .build(),
                DriverConfig.of("none"),
                "0a1b2c3d",
                workers,
                topology);
    }
}
