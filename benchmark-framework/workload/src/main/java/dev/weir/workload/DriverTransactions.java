package dev.weir.workload;

import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.Features;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.section.Sections;
import java.util.Optional;

/**
 * Transactions that a driver file requests, as in Redpanda's branch of OMB. In Weir, they belong to the load: a run
 * behaves as if its workload file had requested them, and its result shows them there.
 */
public final class DriverTransactions {
    /** Field of a driver file that requests them. */
    public static final String FIELD = "requestsPerTransaction";

    /** Largest transaction: a producer keeps the times of each message until its transaction ends. */
    public static final int MAX_MESSAGES = 100_000;

    private DriverTransactions() {}

    /** Returns the messages of each transaction that a driver file requests; 0: none. */
    public static int messages(DriverConfig config) {
        return Integer.parseInt(config.settings().getOrDefault(FIELD, "0"));
    }

    /** Returns a workload as it runs on a system. Call it if {@link #contradiction} finds none. */
    public static Workload on(DriverConfig config, Workload workload) {
        int messages = messages(config);
        return messages > 0
                        && workload.load() instanceof OpenLoop
                        && workload.run().sections().transactionMessages() == 0
                ? Sections.ofTransactions(messages).map(workload::with).orElse(workload)
                : workload;
    }

    /** Returns why a driver file's transactions and a workload contradict each other; empty if they do not. */
    public static Optional<String> contradiction(DriverConfig config, Workload workload) {
        int messages = messages(config);
        Load load = workload.load();
        int others = workload.run().sections().transactionMessages();
        if (messages == 0) {
            return Optional.empty();
        }
        if (Sections.ofTransactions(messages).isEmpty()) {
            return Optional.of("asks for transactions, which need " + Features.JAR + "; remove it");
        }
        String has = "";
        if (load.hasOwnClients()) {
            has = "a " + workload.transactionsField() + ", which makes transactions of its own";
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
