package dev.weir.workload.load;

/**
 * A closed loop of transactions, which is run instead of a load.
 *
 * @param benchmark which
 * @param count measured transactions of each client, in [1, {@link #MOST_SAMPLES}]
 * @param messages of one transaction, in [0, {@link TransactionSpec#MOST_MESSAGES}]
 * @param baseline whether the same work is done without transactions afterwards, as often
 * @param rawFile whether each sample is written to a file beside the result
 */
public record TransactionLoop(
        TransactionBenchmark benchmark, int count, int messages, boolean baseline, boolean rawFile) implements Load {
    /** Of all clients together: the coordinator keeps them, for exact percentiles. */
    public static final int MOST_SAMPLES = 10_000_000;

    public TransactionLoop {
        if (count < 1 || count > MOST_SAMPLES) {
            throw new IllegalArgumentException("count must be in [1, " + MOST_SAMPLES + "], got " + count);
        }
        if (messages < 0 || messages > TransactionSpec.MOST_MESSAGES) {
            throw new IllegalArgumentException(
                    "messages must be in [0, " + TransactionSpec.MOST_MESSAGES + "], got " + messages);
        }
    }

    /** Each client has one transaction under way. */
    @Override
    public LoadShape shape() {
        LoadShape usual = LoadShape.UNIFORM;
        return new LoadShape(usual.arrival(), usual.burstPeriodNanos(), false, 1, usual.pacingPrecisionNanos());
    }

    @Override
    public String transactionsField() {
        return "transactionBenchmark";
    }

    @Override
    public boolean readsWhenTold() {
        return true;
    }
}
