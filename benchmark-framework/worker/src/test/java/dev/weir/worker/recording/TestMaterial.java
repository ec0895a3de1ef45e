package dev.weir.worker.recording;

import dev.weir.clock.Clock;
import dev.weir.driver.config.DriverConfig;
import dev.weir.measure.MeasurementWindow;
import dev.weir.pacing.PacingPrecision;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.worker.message.PayloadPool;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.PayloadSpec;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What the clients of a load share, for tests of one client: payloads of 64 bytes, an audit, recorders of its own. */
public final class TestMaterial {
    private TestMaterial() {}

    /** All clients of {@link Workloads#small}, for one worker. */
    public static Assignment assignment() {
        return RunPlan.of(Workloads.small().build(), DriverConfig.of("none"), "0a1b2c3d", 1, Topology.SWARM)
                .assignments()
                .get(0);
    }

    /** Of a client that consumes from producers at these places. */
    public static RunMaterial of(Clock clock, ProducerLocations places) {
        return new RunMaterial(
                clock,
                new MeasurementWindow(),
                new PayloadPool(PayloadSpec.random(64), 1),
                new ErrorTally(error -> Optional.empty()),
                new PacingPrecision(0, 0),
                true,
                new ClockCorrections(places),
                new Recorders(true, false, false, false),
                new AtomicReference<>());
    }
}
