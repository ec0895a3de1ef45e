package dev.weir.workload.load;

/**
 * Messages are due at a rate, whatever becomes of those before.
 *
 * @param rate of the measurement
 * @param warmupRate of the warm-up
 * @param shape how messages follow the rate; of no closed loop
 * @param transactions in which they are sent
 * @param pipeline between producers and consumers
 */
public record OpenLoop(
        Rate rate, Rate.Constant warmupRate, LoadShape shape, TransactionSpec transactions, PipelineSpec pipeline)
        implements Load {
    public OpenLoop {
        if (shape.isClosedLoop()) {
            throw new IllegalArgumentException("inFlight must be 0 in an open loop, got " + shape.inFlight());
        }
    }

    /** Messages sent one by one, evenly. */
    public static OpenLoop at(double messagesPerSecond) {
        Rate.Constant rate = Rate.Constant.of(messagesPerSecond);
        return new OpenLoop(rate, rate, LoadShape.UNIFORM, TransactionSpec.NONE, PipelineSpec.NONE);
    }

    /** The same load at another rate, from its warm-up on. */
    public OpenLoop withRate(double messagesPerSecond) {
        Rate.Constant other = Rate.Constant.of(messagesPerSecond);
        return new OpenLoop(other, other, shape, transactions, pipeline);
    }

    /** The same load in transactions. */
    public OpenLoop with(TransactionSpec others) {
        return new OpenLoop(rate, warmupRate, shape, others, pipeline);
    }

    @Override
    public boolean isScheduled() {
        return !(rate instanceof Rate.Unlimited);
    }

    @Override
    public boolean isMeantToStay() {
        return !(rate instanceof Rate.Curve);
    }
}
