package dev.weir.wire.message;

/**
 * A record that a feature sends: a {@link Message.OfFeature}, a {@link dev.weir.plan.FeatureRole}, a {@link
 * dev.weir.plan.LoadPart} or a {@link dev.weir.workload.SubscriptionType}. It is a seat: its name on the wire is that of
 * the record, beginning in lower case, and names that nothing registers are refused.
 */
public record WireRecord(Class<? extends Record> type) {}
