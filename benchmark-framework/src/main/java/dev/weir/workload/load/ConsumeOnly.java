package dev.weir.workload.load;

/** Nothing is sent: topics that exist are read from their first messages. */
public record ConsumeOnly() implements Load {
    @Override
    public LoadShape shape() {
        return LoadShape.UNIFORM;
    }
}
