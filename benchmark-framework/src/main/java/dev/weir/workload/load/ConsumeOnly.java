package dev.weir.workload.load;

/** A load that sends nothing: existing topics are read from their first messages. */
public record ConsumeOnly() implements Load {
    @Override
    public LoadShape shape() {
        return LoadShape.UNIFORM;
    }
}
