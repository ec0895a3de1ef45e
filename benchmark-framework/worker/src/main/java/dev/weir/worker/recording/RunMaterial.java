package dev.weir.worker.recording;

import dev.weir.clock.Clock;
import dev.weir.measure.MeasurementWindow;
import dev.weir.pacing.PacingPrecision;
import dev.weir.worker.message.PayloadPool;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Objects that all clients of a load share, none written on the hot path. The first failure of one stays. */
public record RunMaterial(
        Clock clock,
        MeasurementWindow window,
        PayloadPool payloads,
        ErrorTally errors,
        PacingPrecision precision,
        boolean audited,
        ClockCorrections corrections,
        Recorders recorders,
        AtomicReference<@Nullable Throwable> failure) {}
