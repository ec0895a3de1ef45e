package dev.weir.coordinator.workers;

import dev.weir.audit.DeliveryAudit;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.Snapshot;
import dev.weir.plan.Assignment;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Watches a run for its result. The run's thread calls each method, for one observer after the other. The methods stand
 * in the order of a run.
 */
public interface RunObserver {
    /**
     * Something that an observer did to the tested system, such as a fault of a broker.
     *
     * @param isBegin whether something begins with it that the load may have to recover from
     */
    record DisturbanceEvent(RunEvent event, boolean isBegin) {}

    /** Makes the observers of a feature for each run. */
    interface Maker {
        /** Returns new observers of a run; empty if the run has nothing for them. */
        List<RunObserver> of(RunRequest request, Clock clock);
    }

    /**
     * Begins, before the run changes anything in the system or connects to workers.
     *
     * @throws RunFailedException if the system lacks what the observer needs
     */
    default void begin() {}

    /** Finds out what it needs of the system, within a few seconds. */
    default void inspect(Admin admin) throws InterruptedException {}

    /** Sets up in the system what the clients of a plan need. The topics exist, and no client is open. */
    default void prepare(Admin admin, List<Assignment> assignments, ProgressListener progress) {}

    /** Hears which clients the workers open, in the order of their numbers. */
    default void planned(List<Assignment> assignments) {}

    /** Hears when the load will begin. */
    default void loadBegins(long atNanos, List<TopicSpec> topics) {}

    /** Hears of the begin of the measurement in advance, and of the first topic of the run. Does not wait. */
    default void measurementBegins(long atNanos, String topic) {}

    /** Hears of a worker's snapshot, before it is merged with those of other workers. */
    default void taken(TakenSnapshot taken) {}

    /** Hears of the merged snapshots of all workers. */
    default void tick(Tick tick) {}

    /** Hears of a worker's message; {@link #taken} has more of a snapshot. */
    default void message(WorkerLink worker, Message message) {}

    /** Hears that a worker is lost: what its clients did since its last snapshot stays unknown. */
    default void lost(WorkerLink worker) {}

    /**
     * Called when a worker leaves a run that goes on. If the worker has failed, the first call comes before its last
     * messages; at the last call, {@link WorkerLink#isContinuedWithout} is true.
     */
    default void leaves(WorkerLink worker) {}

    /** Returns the events since the last call, several times a second. */
    default List<RunEvent> takeEvents() {
        return List.of();
    }

    /**
     * Returns what the observer did to the system since the last call, in order. Called several times a second. The observer
     * changes the system on threads of its own.
     */
    default List<DisturbanceEvent> takeDisturbances() {
        return List.of();
    }

    /** Hears of what a disturbance did to the system, soon after it. */
    default void disturbed(DisturbanceEvent event) {}

    /** Returns whether what it sees shows that brokers may be in trouble, several times a second. */
    default boolean seesTrouble() {
        return false;
    }

    /** Hears that workers end the load. Does not wait. */
    default void loadEnds() {}

    /**
     * Starts to end what the observer does in the run, before the workers close their clients. It does not wait for that:
     * {@link #hasEnded} returns whether it is done. Not called if the run fails before its preparation.
     */
    default void end() {}

    /**
     * Starts to bring the system back to its state before the run. Called after the {@link #end} of all observers. It does
     * not wait: {@link #hasEnded} returns whether the system is back.
     */
    default void restore() {}

    default boolean hasEnded() {
        return true;
    }

    /** Returns how long the run waits for {@link #hasEnded}. */
    default Duration endLimit() {
        return Duration.ZERO;
    }

    /** Releases what the observer has, also if it has not begun. No snapshot and no message follows. */
    default void close() {}

    /** Returns what limits the trust in the figures, after the end of the run. */
    default Collection<Reason> reasons() {
        return List.of();
    }

    /** Returns what the observer finds out about the system, after the end of the run. */
    default List<Finding> findings() {
        return List.of();
    }

    /**
     * Returns what the observer adds to the result, after the end of the run: records, lists, maps, texts or numbers by
     * the names of their fields under {@code weir}.
     */
    default Map<String, ?> parts(EndedRun run) {
        return Map.of();
    }

    /**
     * A snapshot that a worker has sent.
     *
     * @param message as the worker sent it, with times of its clock
     * @param snapshot the one in the message, with times of the coordinator's clock
     */
    record TakenSnapshot(WorkerLink worker, Message.SnapshotTaken message, Snapshot snapshot, Phase phase) {
        /** Returns by how much the coordinator's clock is ahead of the worker's, in nanoseconds. */
        public long aheadNanos() {
            return snapshot.toNanos() - message.snapshot().toNanos();
        }
    }

    /**
     * The merged snapshots of all workers that have the same number.
     *
     * @param target target rate without the part of lost workers, messages per second; empty if there was none
     * @param late clients whose workers stood still
     * @param absent those, and clients whose workers were lost a short time ago; all after the end of the run
     * @param repeats repeated deliveries so far, by the number of the subscription
     */
    record Tick(
            Interval interval,
            long number,
            OptionalDouble target,
            Absence late,
            Absence absent,
            List<Repeats> repeats) {
        public Tick {
            repeats = List.copyOf(repeats);
        }

        /**
         * Repeated deliveries of one subscription.
         *
         * @param duplicated arrivals of messages that had arrived before; 0 without an audit
         * @param cameBack deliveries of a share group that the system has to repeat because a lock expired or a consumer ended
         */
        public record Repeats(long duplicated, long cameBack) {}
    }

    /**
     * A run that has ended.
     *
     * @param details its result, with the parts of observers that were asked before
     * @param mayHaveDeliveredFailed whether messages whose sends failed were delivered, or may have been
     * @param audit empty if the run is not audited
     */
    record EndedRun(
            RunDetails details,
            boolean mayHaveDeliveredFailed,
            List<BrokerTrouble> troubles,
            Optional<DeliveryAudit> audit) {
        public EndedRun {
            troubles = List.copyOf(troubles);
        }

        public EndedRun with(RunDetails others) {
            return new EndedRun(others, mayHaveDeliveredFailed, troubles, audit);
        }

        /**
         * A time in which a broker was absent, or partitions that it had led were without their leader.
         *
         * @param absent whether the broker was absent; if not, partitions were without their leader
         * @param fromNanos when all was well for the last time, or the trouble began: epoch nanoseconds of the coordinator
         * @param toNanos when all was well again; {@link Long#MAX_VALUE} if it was not
         */
        public record BrokerTrouble(boolean absent, String broker, long fromNanos, long toNanos) {}
    }
}
