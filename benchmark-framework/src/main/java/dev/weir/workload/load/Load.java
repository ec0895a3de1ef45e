package dev.weir.workload.load;

/** Load of a run: what is sent, and when. */
public sealed interface Load permits OpenLoop, ClosedLoop, TransactionLoop, ConsumeOnly {
    /** Returns how producers send. */
    LoadShape shape();

    /** Returns the rate of the measurement; unlimited if messages have no due times. */
    default Rate rate() {
        return new Rate.Unlimited();
    }

    /** Returns the rate of the warm-up; unlimited if messages have no due times. */
    default Rate.Constant warmupRate() {
        return new Rate.Unlimited();
    }

    /** Returns the transactions in which messages are sent. */
    default TransactionSpec transactions() {
        return TransactionSpec.NONE;
    }

    /** Returns the pipeline between producers and consumers. */
    default PipelineSpec pipeline() {
        return PipelineSpec.NONE;
    }

    /**
     * Returns whether messages have due times. If they are sent as soon as the client or an answer allows, there are no
     * response times.
     */
    default boolean isScheduled() {
        return false;
    }

    /** Returns whether consumers read only messages of committed transactions. */
    default boolean readsCommittedOnly() {
        return transactions().isWanted() || pipeline().isWanted();
    }

    /**
     * Returns the field of a workload file that requests transactions, of messages or of offsets; empty if none does.
     */
    default String transactionsField() {
        return pipeline().isWanted() ? "pipeline" : transactions().isWanted() ? "transactions" : "";
    }

    /** Returns whether clients read on demand, in addition to what consumers receive. */
    default boolean readsOnDemand() {
        return pipeline().isWanted();
    }

    /**
     * Returns whether the load itself stays constant during the measurement, so that a drift of figures is reported.
     */
    default boolean isConstant() {
        return false;
    }
}
