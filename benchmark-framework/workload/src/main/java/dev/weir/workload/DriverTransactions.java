package dev.weir.workload;

import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.load.TransactionSpec;
import java.util.Optional;

/**
 * Transactions that a driver file requests, as in Redpanda's branch of OMB. In Weir, they belong to the load: a run
 * behaves as if its workload file had requested them, and its result shows them there.
 */
public final class DriverTransactions {
    /** Field of a driver file that requests them. */
    public static final String FIELD = "requestsPerTransaction";

    private DriverTransactions() {}

    /** Returns the messages of each transaction that a driver file requests; 0: none. */
    public static int messages(DriverConfig config) {
        return Integer.parseInt(config.settings().getOrDefault(FIELD, "0"));
    }

    /** Returns a workload as it runs on a system. Call it if {@link #contradiction} finds none. */
    public static Workload on(DriverConfig config, Workload workload) {
        int messages = messages(config);
        return messages > 0
                        && workload.load() instanceof OpenLoop load
                        && !load.transactions().isWanted()
                ? workload.with(load.with(new TransactionSpec(messages, 0)))
                : workload;
    }

    /** Returns why a driver file's transactions and a workload contradict each other; empty if they do not. */
    public static Optional<String> contradiction(DriverConfig config, Workload workload) {
        int messages = messages(config);
        Load load = workload.load();
        int others = load.transactions().messages();
        if (messages == 0) {
            return Optional.empty();
        }
        String has = "";
        if (load.hasOwnClients()) {
            has = "a " + load.transactionsField() + ", which makes transactions of its own";
        } else if (others > 0 && others != messages) {
            has = "transactions of " + others;
        } else if (load instanceof ClosedLoop) {
            has = "a closed loop, and transactions need an open one";
        } else if (workload.isInRequests()) {
            has = "requests, and a transaction is none";
        }
        return Optional.of(has)
                .filter(text -> !text.isEmpty())
                .map(text -> "asks for transactions of " + messages + " messages, but the workload " + workload.name()
                        + " has " + text + "; remove one of them");
    }
}
