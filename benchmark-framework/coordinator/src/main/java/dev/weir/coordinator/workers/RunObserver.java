package dev.weir.coordinator.workers;

import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.wire.message.Message;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Watches a run for its result. The run's thread calls each method, for one observer after the other. */
public interface RunObserver {
    /** Hears of a worker's snapshot, before it is merged with those of other workers. */
    default void taken(TakenSnapshot taken) {}

    /** Hears of the merged snapshots of all workers. */
    default void tick(Tick tick) {}

    /** Hears of a worker's message that is no snapshot. */
    default void message(WorkerLink worker, Message message) {}

    /** Returns the events since the last call, several times a second. */
    default List<RunEvent> takeEvents() {
        return List.of();
    }

    /** Returns what limits the trust in the figures, after the end of the run. */
    default Collection<Reason> reasons() {
        return List.of();
    }

    /**
     * Returns what the observer adds to the result, after the end of the run: records, lists, maps, texts or numbers by
     * the names of their fields under {@code weir}.
     */
    default Map<String, ?> parts() {
        return Map.of();
    }
}
