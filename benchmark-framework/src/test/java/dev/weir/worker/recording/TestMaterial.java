package dev.weir.worker.recording;

import dev.weir.clock.Clock;
import dev.weir.measure.MeasurementWindow;
import dev.weir.pacing.PacingPrecision;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.worker.message.PayloadPool;
import dev.weir.workload.message.PayloadSpec;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What the clients of a load share, for tests of one client: payloads of 64 bytes, an audit, recorders of its own. */
public final class TestMaterial {
    private TestMaterial() {}

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
                new Recorders(true, false, false, new Gaps(false)),
                new AtomicReference<>());
    }
}
