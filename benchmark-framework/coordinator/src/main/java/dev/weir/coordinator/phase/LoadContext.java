package dev.weir.coordinator.phase;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.Workers;
import dev.weir.result.journal.IntervalStore;
import java.util.function.BooleanSupplier;

/**
 * Objects that the phases of a load share. A holder, not a value.
 *
 * @param endsEarly whether the load ends before its time: a person has interrupted the run, a threshold that aborts the
 *     run is missed, or consumers have received all messages
 */
public record LoadContext(
        Workers workers,
        IntervalStore store,
        RunClocks clocks,
        Clock clock,
        BooleanSupplier endsEarly,
        ExpiredMessages expired,
        TargetRate target,
        ProgressListener progress) {}
