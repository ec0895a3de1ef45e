package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.run.HostPairs;
import dev.weir.result.run.WorkerClock;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Clock offsets, and whether they were corrected.
 *
 * @param mode key of a {@link dev.weir.result.run.ClockMode}
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

    /** Returns these clocks with latencies of pairs of producers and consumers. */
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
}
