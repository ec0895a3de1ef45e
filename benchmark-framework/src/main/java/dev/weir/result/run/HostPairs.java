package dev.weir.result.run;

import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * End-to-end times of a run in which some pairs of producer and consumer share a host, apart from those of the others: one
 * clock took both ends of the first, so they show what of the second is network, and what may be clocks.
 *
 * @param sameHost by name: messages due in the measurement whose producer and consumer were on one host
 * @param acrossHosts by name: all others
 */
public record HostPairs(Map<String, LatencySummary> sameHost, Map<String, LatencySummary> acrossHosts) {
    public HostPairs {
        sameHost = Collections.unmodifiableMap(new TreeMap<>(sameHost));
        acrossHosts = Collections.unmodifiableMap(new TreeMap<>(acrossHosts));
    }
}
