package dev.weir.coordinator.workers;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
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
    default Map<String, ?> parts(EndedRun run) {
        return Map.of();
    }

    /** Finds out what it needs of the system, within a few seconds, before the load begins. */
    default void inspect(Admin admin) throws InterruptedException {}

    /**
     * Hears when the load will begin.
     *
     * @param topics of the run
     */
    default void loadBegins(long atNanos, List<TopicSpec> topics) {}

    /** Hears that workers end the load. Does not wait. */
    default void loadEnds() {}

    /** Ends all that it does, also if the load has not begun. */
    default void close() {}

    /** Returns whether what it sees shows that brokers may be in trouble, several times a second. */
    default boolean seesTrouble() {
        return false;
    }
}
