package dev.weir.result.run;

import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * End-to-end times of a run in which only some pairs of producer and consumer share a host. For these pairs, one clock
 * measured both ends. So the difference to the other pairs is due to the network, and possibly to clocks.
 *
 * @param sameHost latencies by name, of messages due in the measurement whose producer and consumer were on one host
 * @param acrossHosts latencies by name, of all others
 */
public record HostPairs(Map<String, LatencySummary> sameHost, Map<String, LatencySummary> acrossHosts) {
    public HostPairs {
        sameHost = Collections.unmodifiableMap(new TreeMap<>(sameHost));
        acrossHosts = Collections.unmodifiableMap(new TreeMap<>(acrossHosts));
    }
}
