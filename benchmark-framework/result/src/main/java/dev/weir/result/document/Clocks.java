package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.value.Moment;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Clock offsets, and whether they were corrected.
 *
 * @param mode key of a {@link dev.weir.result.document.Clocks.ClockMode}
 * @param why reason for the mode, for a person
 * @param endToEndBoundNanos largest error of an end-to-end time by the clocks: of the worst pair of a producing and a
 *     consuming worker, both bounds together; 0 if all pairs are inside one worker; empty if unknown
 * @param steps steps of wall clocks during the run that were observed, at most 100
 * @param sameHost latencies inside a host, by name; empty if pairs were not separated by host
 * @param acrossHosts latencies between hosts, by name; empty if pairs were not separated by host
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Clocks(
        String mode,
        String why,
        OptionalLong endToEndBoundNanos,
        List<WorkerClock> workers,
        List<Step> steps,
        Optional<Map<String, LatencySummary>> sameHost,
        Optional<Map<String, LatencySummary>> acrossHosts) {
    public Clocks {
        workers = List.copyOf(workers);
        steps = List.copyOf(steps);
    }

    public Clocks with(Optional<HostPairs> pairs) {
        return new Clocks(
                mode,
                why,
                endToEndBoundNanos,
                workers,
                steps,
                pairs.map(HostPairs::sameHost),
                pairs.map(HostPairs::acrossHosts));
    }

    /** Returns the error bound; {@link Long#MAX_VALUE} if it is unknown. */
    public long boundNanos() {
        return endToEndBoundNanos.orElse(Long.MAX_VALUE);
    }

    /**
     * A step of a host's wall clock.
     *
     * @param process process that observed it: a worker's name, or {@code coordinator}
     * @param at time on the coordinator's clock
     * @param byNanos size, positive if forward
     */
    public record Step(String process, Moment at, long byNanos) {}

    /**
     * One worker's clock during a run.
     *
     * @param offsetNanos its clock minus the coordinator's when the load began
     * @param driftPpm by how many millionths it ran faster than the coordinator's; over the whole run if that is more
     *     precise than over its last minute
     * @param driftBoundPpm largest error of the drift
     * @param boundNanos largest error of its times on the coordinator's clock, as they were used, in the measurement;
     *     {@link Long#MAX_VALUE} if unknown
     */
    public record WorkerClock(
            String worker, long offsetNanos, double driftPpm, double driftBoundPpm, long boundNanos) {}

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

    /**
     * Clocks by which end-to-end times are measured: decided before the load; later it can only change from system to
     * corrected.
     */
    public enum ClockMode {
        /** The workers' own clocks, as they are: their offsets are within the error of the estimate. */
        SYSTEM,
        /**
         * The workers' own clocks, corrected by their offsets from the coordinator's, possibly only from a time in the
         * load on.
         */
        CORRECTED;

        /** Returns the name in results. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
