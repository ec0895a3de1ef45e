package dev.weir.workload.load;

/**
 * Each producer sends when answers come.
 *
 * @param shape with the number of messages that each keeps under way
 * @param pipeline between producers and consumers
 */
public record ClosedLoop(LoadShape shape, PipelineSpec pipeline) implements Load {
    public ClosedLoop {
        if (!shape.isClosedLoop()) {
            throw new IllegalArgumentException("inFlight must be at least 1 in a closed loop, got " + shape.inFlight());
        }
    }

    @Override
    public boolean isMeantToStay() {
        return true;
    }
}
