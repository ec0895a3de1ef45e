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
 * How far clocks were apart, and what was done about it.
 *
 * @param mode key of a {@link dev.weir.result.run.ClockMode}
 * @param why for a person: what decided that
 * @param endToEndBoundNanos by how much the clocks can make an end-to-end time wrong, at most: of the worst pair of a
 *     producing and a consuming worker, both bounds together; 0 if all pairs are inside one worker; empty if it is unknown
 * @param workers their clocks
 * @param steps by which wall clocks were set while the run went on, as far as they were noticed; at most 100
 * @param sameHost latencies inside a host, by name; empty if the producers and consumers were not told apart by host
 * @param acrossHosts latencies between hosts, by name; as {@code sameHost}
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

    /** The same with latencies of pairs of producers and consumers. */
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

    /** The bound; {@link Long#MAX_VALUE} if it is unknown. */
    public long boundNanos() {
        return endToEndBoundNanos.orElse(Long.MAX_VALUE);
    }

    /**
     * A host's wall clock was set.
     *
     * @param process that noticed it: a worker's name, or {@code coordinator}
     * @param at on the coordinator's clock
     * @param byNanos forward
     */
    public record Step(String process, Moment at, long byNanos) {}
}
