package dev.weir.plan;

import dev.weir.workload.Workload;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.TransactionSpec;

/**
 * How a load is applied, but for its rates, which the workers get when it starts.
 *
 * @param shape how messages follow the rate
 * @param scheduled whether messages that are measured have an intended send time
 * @param transactions in which messages are sent
 * @param committedOnly whether consumers see nothing of transactions that are not committed
 */
public record LoadPlan(LoadShape shape, boolean scheduled, TransactionSpec transactions, boolean committedOnly) {
    static LoadPlan of(Workload workload) {
        Load load = workload.load();
        return new LoadPlan(
                load.shape(),
                load.isScheduled(),
                load.transactions(),
                load.transactions().isWanted() || workload.hasRelays());
    }
}
