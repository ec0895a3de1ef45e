package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What was observed of Weir's own processes during the measurement.
 *
 * @param processes workers and coordinator
 */
public record Harness(List<ObservedProcess> processes) {
    public Harness {
        processes = List.copyOf(processes);
    }

    /**
     * One of them.
     *
     * @param process its name
     * @param seconds observed
     * @param hiccups in which it did not run
     * @param gcPauses of its garbage collection
     * @param missedPauses that were not noted
     * @param cpu of its host; empty where that is not known
     * @param network of its host
     * @param calibration of its host, as {@link dev.weir.host.facts.Calibration} names its figures; empty if there is none
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record ObservedProcess(
            String process,
            double seconds,
            Optional<Pauses> hiccups,
            Optional<Pauses> gcPauses,
            long missedPauses,
            Optional<Cpu> cpu,
            Optional<Network> network,
            Optional<Map<String, Object>> calibration) {}

    /**
     * Pauses of a kind.
     *
     * @param longest the longest of them
     * @param wakeUps by which hiccups are found; empty of garbage collection
     * @param wakeUpIntervalNanos between them; as {@code wakeUps}
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Pauses(
            long count,
            long totalNanos,
            long over10Millis,
            long over100Millis,
            List<Pause> longest,
            OptionalLong wakeUps,
            OptionalLong wakeUpIntervalNanos) {
        public Pauses {
            longest = List.copyOf(longest);
        }
    }

    /** A pause. */
    public record Pause(Moment begin, long nanos) {
        public Pause {
            Objects.requireNonNull(begin, "begin must be there");
        }
    }

    /** How busy the cores were. */
    public record Cpu(
            @JsonUnwrapped CpuShares shares, Spell oneCoreFull, Spell allCoresFull, Spell stolen, Spell throttled) {}

    /** How busy the cores were on the whole, in [0, 1]. */
    public record CpuShares(
            double busyShare, double stolenShare, int fullestCore, double fullestCoreShare, long throttledNanos) {}

    /**
     * How long something lasted.
     *
     * @param seconds in all
     * @param longest stretch of it
     */
    public record Spell(double seconds, @JsonUnwrapped Span longest) {}

    /** What the host sent and received. */
    public record Network(
            List<NetworkLink> links,
            long sentSegments,
            long retransmittedSegments,
            Spell retransmitting,
            long allowancesExceeded) {
        public Network {
            links = List.copyOf(links);
        }
    }

    /** One of its interfaces. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record NetworkLink(
            String name,
            long receivedBytes,
            long sentBytes,
            long troubles,
            OptionalLong bytesPerSecondLimit,
            OptionalDouble highestShare,
            Optional<Spell> full) {}
}
