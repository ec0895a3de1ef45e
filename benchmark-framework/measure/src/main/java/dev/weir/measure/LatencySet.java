package dev.weir.measure;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Samples of every latency. Not thread-safe. */
public final class LatencySet {
    private final Map<Latency, LatencySamples> samples = new EnumMap<>(Latency.class);

    public LatencySet() {}

    /** Creates a set with copies of samples. */
    public LatencySet(Map<Latency, LatencySamples> samples) {
        samples.forEach((latency, each) -> of(latency).add(each));
    }

    /** Returns the samples of each latency that has some, in the order of the latencies. */
    public Map<Latency, LatencySamples> asMap() {
        Map<Latency, LatencySamples> present = new EnumMap<>(samples);
        present.keySet().removeIf(latency -> !has(latency));
        return present;
    }

    /** Returns the samples of one latency, to read or to add to. */
    public LatencySamples of(Latency latency) {
        return samples.computeIfAbsent(latency, absent -> new LatencySamples());
    }

    /** Returns whether there are samples of a latency, which may all be lower bounds. */
    public boolean has(Latency latency) {
        LatencySamples known = samples.get(latency);
        return known != null && known.total() > 0;
    }

    public boolean hasAny() {
        return Stream.of(Latency.values()).anyMatch(this::has);
    }

    /**
     * Returns the headline latency of publishing: the response time; the service time if the load has no rate; that of a
     * closed loop. May have no samples.
     */
    public Latency publishHeadline() {
        return headline(Latency.PUBLISHING, Latency.PUBLISH_SERVICE);
    }

    private Latency headline(List<Latency> latencies, Latency ifNone) {
        return latencies.stream().filter(this::has).findFirst().orElse(ifNone);
    }

    /** Returns the headline latency of delivery. It may have no samples. */
    public Latency endToEndHeadline() {
        return headline(Latency.DELIVERY, Latency.END_TO_END_SERVICE);
    }

    /** Returns the headlines of publishing and delivery, and that of reads if there are any. Each may have no samples. */
    public List<Latency> headlines() {
        return has(readHeadline())
                ? List.of(publishHeadline(), endToEndHeadline(), readHeadline())
                : List.of(publishHeadline(), endToEndHeadline());
    }

    /** Returns the response times of sent and read requests together; of a load without a rate, the service times. */
    public LatencySamples requests() {
        var all = new LatencySamples();
        all.add(of(requestHeadline()));
        all.add(of(readHeadline()));
        return all;
    }

    /** Returns the headline latency of sent requests. It may have no samples. */
    public Latency requestHeadline() {
        return headline(Latency.REQUESTS, Latency.REQUEST_SERVICE);
    }

    /** Returns the headline latency of reads. It may have no samples. */
    public Latency readHeadline() {
        return headline(Latency.READS, Latency.READ_SERVICE);
    }

    /** Removes all samples, and keeps the memory, which then stays in the caches of the processor. */
    public void clear() {
        samples.values().forEach(LatencySamples::clear);
    }

    /** Encodes each histogram, to save memory while the set is kept. */
    public void compact() {
        samples.values().forEach(LatencySamples::compact);
    }

    public void add(LatencySet other) {
        other.samples.forEach((latency, theirs) -> of(latency).add(theirs));
    }
}
