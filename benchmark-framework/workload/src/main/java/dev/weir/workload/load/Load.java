package dev.weir.workload.load;

import dev.weir.workload.text.Checks;

/** Load of a run: what is sent, and when. */
public sealed interface Load permits Load.OpenLoop, Load.ClosedLoop, Load.ConsumeOnly, Load.OfFeature {
    LoadShape shape();

    /** Returns the rate of the measurement; unlimited if messages have no due times. */
    default Rate rate() {
        return new Rate.Unlimited();
    }

    /** Returns the rate of the warm-up; unlimited if messages have no due times. */
    default Rate.Constant warmupRate() {
        return new Rate.Unlimited();
    }

    /** Returns whether messages have due times. Without them, there are no response times. */
    default boolean isScheduled() {
        return false;
    }

    default boolean sends() {
        return true;
    }

    /**
     * Returns whether clients of its own carry the load, in place of producers and consumers. They end when their work
     * is done, and no message of theirs is followed from its send call to its delivery.
     */
    default boolean hasOwnClients() {
        return false;
    }

    /**
     * Returns whether the load itself stays constant during the measurement, so that a drift of figures is reported.
     */
    default boolean isConstant() {
        return false;
    }

    /** A load that clients of a feature carry. It begins without a warm-up. */
    non-sealed interface OfFeature extends Load {
        int topics();

        @Override
        default boolean hasOwnClients() {
            return true;
        }
    }

    /** A load that sends nothing: existing topics are read from their first messages. */
    record ConsumeOnly() implements Load {
        @Override
        public LoadShape shape() {
            return LoadShape.UNIFORM;
        }

        @Override
        public boolean sends() {
            return false;
        }
    }

    /** A load in which each producer keeps the shape's number of messages in flight. */
    record ClosedLoop(LoadShape shape) implements Load {
        public ClosedLoop {
            Checks.refuseIf(
                    !shape.isClosedLoop(), "inFlight must be at least 1 in a closed loop, got " + shape.inFlight());
        }

        @Override
        public boolean isConstant() {
            return true;
        }
    }

    /** A load whose messages are due at a rate, whether or not earlier ones were answered. */
    record OpenLoop(Rate rate, Rate.Constant warmupRate, LoadShape shape) implements Load {
        public OpenLoop {
            Checks.refuseIf(shape.isClosedLoop(), "inFlight must be 0 in an open loop, got " + shape.inFlight());
        }

        /** Creates a load of single messages, evenly distributed. */
        public static OpenLoop at(double messagesPerSecond) {
            Rate.Constant rate = Rate.Constant.of(messagesPerSecond);
            return new OpenLoop(rate, rate, LoadShape.UNIFORM);
        }

        /** Returns this load at another rate, including its warm-up. */
        public OpenLoop withRate(double messagesPerSecond) {
            Rate.Constant other = Rate.Constant.of(messagesPerSecond);
            return new OpenLoop(other, other, shape);
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
}
