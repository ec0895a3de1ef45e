package dev.weir.coordinator.phase;

import dev.weir.clock.Clock;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.Workers;
import dev.weir.result.journal.IntervalStore;
import java.util.function.BooleanSupplier;

/**
 * What directs a load and hears of it. A holder, not a value.
 *
 * @param store of what the workers report
 * @param clocks of the workers
 * @param clock of the coordinator
 * @param endsEarly whether a person has ended the run
 */
public record LoadContext(
        Workers workers, IntervalStore store, RunClocks clocks, Clock clock, BooleanSupplier endsEarly) {}
