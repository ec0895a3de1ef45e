package dev.weir.worker.recording;

import dev.weir.clock.Clock;
import dev.weir.measure.MeasurementWindow;
import dev.weir.pacing.PacingPrecision;
import dev.weir.worker.message.PayloadPool;

/** Objects that all senders and receivers of a run share; none of them is written on the hot path. */
public record RunMaterial(
        Clock clock,
        MeasurementWindow window,
        PayloadPool payloads,
        ErrorTally errors,
        PacingPrecision precision,
        boolean audited,
        ClockCorrections corrections,
        Recorders recorders) {}
