package dev.weir.workload.load;

/**
 * A load in which each producer sends when answers arrive.
 *
 * @param shape shape with the number of messages that each producer keeps in flight
 * @param pipeline pipeline between producers and consumers
 */
public record ClosedLoop(LoadShape shape, PipelineSpec pipeline) implements Load {
    public ClosedLoop {
        if (!shape.isClosedLoop()) {
            throw new IllegalArgumentException("inFlight must be at least 1 in a closed loop, got " + shape.inFlight());
        }
    }

    @Override
    public boolean isConstant() {
        return true;
    }
}
