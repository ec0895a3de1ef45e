package dev.weir.wire.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.plan.RunPlan;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProducerLocationsTest {
    private static final RunPlan SWARM = plan(Topology.SWARM, 3);

    @Test
    void namesTheWorkerOfEachProducerAndCountsWorkersOfOneHostAsNeighbours() {
        List<ProducerLocations> places = ProducerLocations.ofWorkers(SWARM, List.of("a", "b", "a"));

        assertThat(places.get(1).workers()).containsExactly(0, 1, 2, 0, 1);
        assertThat(places.get(0).neighbours()).containsExactlyInAnyOrder(0, 2);
        assertThat(places.get(1).neighbours()).containsExactly(1);
    }

    @Test
    void separatesNoPairsIfThereIsOneKind() {
        List<ProducerLocations> oneHost = ProducerLocations.ofWorkers(SWARM, List.of("a", "a", "a"));
        // One worker sends, the others receive.
        List<ProducerLocations> apart = ProducerLocations.ofWorkers(plan(Topology.ENSEMBLE, 2), List.of("a", "b"));

        assertThat(oneHost.get(0).neighbours()).isEmpty();
        assertThat(apart.get(1).neighbours()).isEmpty();
        assertThat(apart.get(1).workers()).containsOnly(0);
        assertThat(apart.get(0)).isEqualTo(ProducerLocations.NONE);
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
