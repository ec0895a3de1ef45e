package dev.weir.feature.transactions;

import dev.weir.workload.load.Load;
import dev.weir.workload.load.LoadShape;

/**
 * A transaction benchmark: a closed loop of transactions instead of a load.
 *
 * @param count measured transactions of each client, in [1, {@link #MAX_SAMPLES}]
 * @param messages messages of one transaction, in [0, {@link TransactionSpec#MAX_MESSAGES}]
 * @param baseline whether the same work is done without transactions afterwards, as often
 * @param rawFile whether each sample is written to a file beside the result
 */
record TransactionLoop(TransactionBenchmark benchmark, int count, int messages, boolean baseline, boolean rawFile)
        implements Load.OfFeature {
    /** Samples of all clients together, which the coordinator keeps for exact percentiles. */
    public static final int MAX_SAMPLES = 10_000_000;

    public TransactionLoop {
        if (count < 1 || count > MAX_SAMPLES) {
            throw new IllegalArgumentException("count must be in [1, " + MAX_SAMPLES + "], got " + count);
        }
        if (messages < 0 || messages > TransactionSpec.MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "messages must be in [0, " + TransactionSpec.MAX_MESSAGES + "], got " + messages);
        }
    }

    /** Returns a shape in which each client has one transaction in progress. */
    @Override
    public LoadShape shape() {
        LoadShape usual = LoadShape.UNIFORM;
        return new LoadShape(usual.arrival(), usual.burstPeriodNanos(), false, 1, usual.pacingPrecisionNanos());
    }

    @Override
    public boolean sends() {
        return messages > 0;
    }

    @Override
    public int topics() {
        return benchmark.topics();
    }
}
