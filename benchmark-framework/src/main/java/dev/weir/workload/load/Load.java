package dev.weir.workload.load;

/** What is sent in a run, and when. */
public sealed interface Load permits OpenLoop, ClosedLoop, TransactionLoop, ConsumeOnly {
    /** How producers go about it. */
    LoadShape shape();

    /** How fast the messages of the measurement are due; without a limit where none is due. */
    default Rate rate() {
        return new Rate.Unlimited();
    }

    /** The same of the warm-up. */
    default Rate.Constant warmupRate() {
        return new Rate.Unlimited();
    }

    /** In which messages are sent. */
    default TransactionSpec transactions() {
        return TransactionSpec.NONE;
    }

    /** Between producers and consumers. */
    default PipelineSpec pipeline() {
        return PipelineSpec.NONE;
    }

    /**
     * Whether messages have a time at which they are to be sent. Where they are sent as soon as the client or an answer
     * lets them, there are no response times.
     */
    default boolean isScheduled() {
        return false;
    }

    /** Whether consumers see nothing of transactions that are not committed. */
    default boolean readsCommittedOnly() {
        return transactions().isWanted() || pipeline().isWanted();
    }

    /** The field of a workload file that asks for transactions, of messages or of offsets; empty if none does. */
    default String transactionsField() {
        return pipeline().isWanted() ? "pipeline" : transactions().isWanted() ? "transactions" : "";
    }

    /** Whether something reads when it is told to, beside what consumers receive. */
    default boolean readsWhenTold() {
        return pipeline().isWanted();
    }

    /** Whether nothing in the load itself changes while it is measured, so that figures that drift are worth a word. */
    default boolean isMeantToStay() {
        return false;
    }
}
