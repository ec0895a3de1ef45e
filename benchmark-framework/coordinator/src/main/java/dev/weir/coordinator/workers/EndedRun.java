package dev.weir.coordinator.workers;

import dev.weir.audit.DeliveryAudit;
import dev.weir.result.document.RunDetails;
import java.util.List;
import java.util.Optional;

/**
 * A run that has ended.
 *
 * @param details its result, with the parts of observers that were asked before
 * @param mayHaveDeliveredFailed whether messages whose sends failed were delivered, or may have been
 * @param audit empty if the run is not audited
 */
public record EndedRun(
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
