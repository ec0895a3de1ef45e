package dev.weir.plan;

import dev.weir.workload.load.TransactionLoop;
import java.util.List;
import java.util.Optional;

/**
 * A worker's part in a transaction benchmark.
 *
 * @param loop work of each client; empty if there is no transaction benchmark
 * @param clients clients that it runs
 */
public record TransactionPlan(Optional<TransactionLoop> loop, List<TransactionRole> clients) {
    /** No transaction benchmark. */
    public static final TransactionPlan NONE = new TransactionPlan(Optional.empty(), List.of());

    public TransactionPlan {
        clients = List.copyOf(clients);
    }
}
