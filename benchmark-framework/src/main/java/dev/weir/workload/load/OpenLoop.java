package dev.weir.workload.load;

/**
 * A load whose messages are due at a rate, whether or not earlier ones were answered.
 *
 * @param rate rate of the measurement
 * @param warmupRate rate of the warm-up
 * @param shape how messages follow the rate; not of a closed loop
 * @param transactions transactions in which they are sent
 * @param pipeline pipeline between producers and consumers
 */
public record OpenLoop(
        Rate rate, Rate.Constant warmupRate, LoadShape shape, TransactionSpec transactions, PipelineSpec pipeline)
        implements Load {
    public OpenLoop {
        if (shape.isClosedLoop()) {
            throw new IllegalArgumentException("inFlight must be 0 in an open loop, got " + shape.inFlight());
        }
    }

    /** Creates a load of single messages, evenly distributed. */
    public static OpenLoop at(double messagesPerSecond) {
        Rate.Constant rate = Rate.Constant.of(messagesPerSecond);
        return new OpenLoop(rate, rate, LoadShape.UNIFORM, TransactionSpec.NONE, PipelineSpec.NONE);
    }

    /** Returns this load at another rate, including its warm-up. */
    public OpenLoop withRate(double messagesPerSecond) {
        Rate.Constant other = Rate.Constant.of(messagesPerSecond);
        return new OpenLoop(other, other, shape, transactions, pipeline);
    }

    /** Returns this load in transactions. */
    public OpenLoop with(TransactionSpec others) {
        return new OpenLoop(rate, warmupRate, shape, others, pipeline);
    }

    @Override
    public boolean isScheduled() {
        return !(rate instanceof Rate.Unlimited);
    }

    @Override
    public boolean isConstant() {
        return !(rate instanceof Rate.Curve);
    }
}
