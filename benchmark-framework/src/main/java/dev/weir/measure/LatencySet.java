package dev.weir.measure;

import java.util.EnumMap;
import java.util.Map;

/** Samples of every latency. Not thread-safe. */
public final class LatencySet {
    private final Map<Latency, LatencySamples> samples = new EnumMap<>(Latency.class);

    /** Those of one latency, to read or to add to. */
    public LatencySamples of(Latency latency) {
        return samples.computeIfAbsent(latency, absent -> new LatencySamples());
    }

    /** Whether there are samples of a latency. */
    public boolean has(Latency latency) {
        LatencySamples known = samples.get(latency);
        return known != null && known.count() > 0;
    }

    /** Makes each histogram small, for a set that is kept for later. */
    public void compact() {
        samples.values().forEach(LatencySamples::compact);
    }

    /** Adds all samples of another set. */
    public void add(LatencySet other) {
        other.samples.forEach((latency, theirs) -> of(latency).add(theirs));
    }
}
