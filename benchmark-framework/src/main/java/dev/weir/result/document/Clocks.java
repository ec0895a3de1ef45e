package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.LatencySummary;
import dev.weir.result.WorkerClock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far clocks were apart, and what was done about it.
 *
 * @param mode {@code system} or {@code corrected}
 * @param why for a person
 * @param endToEndBoundNanos by how much clocks can make end-to-end times wrong; empty if that is not known
 * @param workers their clocks
 * @param steps by which the system's clocks were set while the run went on
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

    /**
     * A clock was set.
     *
     * @param process whose
     * @param byNanos forward
     */
    public record Step(String process, Moment at, long byNanos) {
        public Step {
            Objects.requireNonNull(at, "at must be there");
        }
    }
}
