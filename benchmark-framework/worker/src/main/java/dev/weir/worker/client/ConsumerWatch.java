package dev.weir.worker.client;

import dev.weir.clock.Clock;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.wire.message.Message;
import java.util.List;
import java.util.Optional;

/**
 * Records for a feature what happens to one consumer. The consumer's thread calls {@link #delivered}, {@link #assigned} and
 * {@link #revoked}; any thread may call the other methods.
 */
public interface ConsumerWatch {
    /** Makes the records of consumers. It is a seat. */
    interface Maker {
        /** Returns the new record of a consumer that is about to be opened; empty if the feature needs none. */
        Optional<ConsumerWatch> of(ClientRoles clients, ConsumerRole role, Clock clock);
    }

    /**
     * Records the receipt of a message of the load. It is on the hot path.
     *
     * @param partition its number; an existing topic may have more partitions than the run knows
     */
    void delivered(int partition, long nanos);

    void assigned(List<Integer> partitions);

    void revoked(List<Integer> partitions);

    void begins(ConsumerStep step);

    void ended();

    /** Returns what was recorded since the previous call; empty if nothing was. */
    Optional<? extends Message.OfFeature> take();
}
