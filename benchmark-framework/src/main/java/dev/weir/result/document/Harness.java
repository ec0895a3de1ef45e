package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.CpuTally;
import dev.weir.host.observation.NetworkTally;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.PauseTally;
import dev.weir.host.observation.ProcessTally;
import dev.weir.result.run.HarnessResult;
import dev.weir.result.value.Moment;
import dev.weir.result.value.MomentRange;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Observations of Weir's own processes during the measurement.
 *
 * @param processes workers and coordinator
 */
public record Harness(List<ObservedProcess> processes) {
    public Harness {
        processes = List.copyOf(processes);
    }

    /** Creates the observations of a run; figures that a host does not report are absent. */
    public static Harness of(List<HarnessResult> processes) {
        return new Harness(processes.stream().map(ObservedProcess::of).toList());
    }

    /**
     * Observations of one process.
     *
     * @param process its name
     * @param seconds for how long it was observed
     * @param hiccups pauses in which it did not run
     * @param gcPauses pauses by its garbage collection
     * @param missedPauses pauses that were not recorded
     * @param cpu CPU of its host; empty if unknown
     * @param network network of its host
     * @param calibration calibration of its host, named as in {@link dev.weir.host.facts.Calibration}; empty if there
     *     is none
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
            Optional<Map<String, Object>> calibration) {
        private static ObservedProcess of(HarnessResult result) {
            ProcessTally observed = result.observed();
            return new ObservedProcess(
                    result.process(),
                    observed.seconds(),
                    Optional.of(Pauses.of(
                            observed.hiccups(),
                            OptionalLong.of(observed.wakeUps()),
                            OptionalLong.of(Observation.HICCUP_INTERVAL_NANOS))),
                    Optional.of(Pauses.of(observed.gc(), OptionalLong.empty(), OptionalLong.empty())),
                    observed.missedPauses(),
                    Optional.of(observed.cpu())
                            .filter(cpu -> cpu.time().seconds() > 0)
                            .map(Cpu::of),
                    Optional.of(Network.of(observed.network())),
                    result.calibration().map(ObservedProcess::known));
        }

        private static Map<String, Object> known(Calibration calibration) {
            Map<String, Object> known = DocumentReader.fields(calibration);
            known.values().removeIf(Objects::isNull);
            return known;
        }
    }

    /**
     * Pauses of one kind.
     *
     * @param longest the longest of them
     * @param wakeUps number of wake-ups by which hiccups are detected; empty for garbage collection
     * @param wakeUpIntervalNanos time between wake-ups; empty for garbage collection
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

        private static Pauses of(PauseTally tally, OptionalLong wakeUps, OptionalLong wakeUpIntervalNanos) {
            return new Pauses(
                    tally.count(),
                    tally.totalNanos(),
                    tally.over10Millis(),
                    tally.over100Millis(),
                    tally.longest().stream()
                            .map(pause -> new Pause(new Moment(pause.beginNanos()), pause.nanos()))
                            .toList(),
                    wakeUps,
                    wakeUpIntervalNanos);
        }
    }

    /** A pause. */
    public record Pause(Moment begin, long nanos) {}

    /** Load of the cores. */
    public record Cpu(
            @JsonUnwrapped CpuShares shares, Spell oneCoreFull, Spell allCoresFull, Spell stolen, Spell throttled) {
        private static Cpu of(CpuTally cpu) {
            return new Cpu(
                    new CpuShares(
                            cpu.time().busyShare(),
                            cpu.time().stolenShare(),
                            cpu.fullestCore(),
                            cpu.fullestCoreShare(),
                            cpu.throttledNanos()),
                    Spell.of(cpu.coreFull()),
                    Spell.of(cpu.allFull()),
                    Spell.of(cpu.stolen()),
                    Spell.of(cpu.throttled()));
        }
    }

    /** Mean load of the cores, in [0, 1]. */
    public record CpuShares(
            double busyShare, double stolenShare, int fullestCore, double fullestCoreShare, long throttledNanos) {}

    /**
     * Total and longest duration of a state.
     *
     * @param seconds total duration
     * @param longest its longest stretch
     */
    public record Spell(double seconds, @JsonUnwrapped MomentRange longest) {
        private static Spell of(dev.weir.host.observation.ConditionDuration spell) {
            return new Spell(spell.seconds(), MomentRange.of(spell.longest()));
        }
    }

    /** Traffic of the host. */
    public record Network(
            List<NetworkLink> links,
            long sentSegments,
            long retransmittedSegments,
            Spell retransmitting,
            long allowancesExceeded) {
        public Network {
            links = List.copyOf(links);
        }

        private static Network of(NetworkTally network) {
            return new Network(
                    network.links().stream().map(NetworkLink::of).toList(),
                    network.sentSegments(),
                    network.retransmittedSegments(),
                    Spell.of(network.retransmitting()),
                    network.allowancesExceeded());
        }
    }

    /** A network interface of the host. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record NetworkLink(
            String name,
            long receivedBytes,
            long sentBytes,
            long troubles,
            OptionalLong bytesPerSecondLimit,
            OptionalDouble highestShare,
            Optional<Spell> full) {
        private static NetworkLink of(NetworkTally.Link link) {
            boolean limited = link.bytesPerSecondLimit().isPresent();
            return new NetworkLink(
                    link.name(),
                    link.receivedBytes(),
                    link.sentBytes(),
                    link.troubles(),
                    link.bytesPerSecondLimit(),
                    limited ? OptionalDouble.of(link.highestShare()) : OptionalDouble.empty(),
                    limited ? Optional.of(Spell.of(link.full())) : Optional.empty());
        }
    }
}
