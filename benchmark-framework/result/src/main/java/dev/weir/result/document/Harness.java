package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.ProcessTally.CpuTally;
import dev.weir.host.observation.ProcessTally.MemoryTally;
import dev.weir.host.observation.ProcessTally.NetworkTally;
import dev.weir.host.observation.ProcessTally.PauseTally;
import dev.weir.host.observation.ProcessTally.QuotaTally;
import dev.weir.result.value.Moment;
import dev.weir.result.value.Moment.MomentRange;
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
     * @param hiccups pauses in which it did not run
     * @param gcPauses pauses by its garbage collection
     * @param missedPauses pauses that were not recorded
     * @param cpu CPU of the host, of all its processes; empty if unknown
     * @param controlGroup limits of the control group; empty without limits, or if unknown
     * @param calibration calibration of its host, named as in {@link dev.weir.host.facts.Calibration}; empty if there
     *     is none
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record ObservedProcess(
            String process,
            double seconds,
            Pauses hiccups,
            Pauses gcPauses,
            long missedPauses,
            Optional<HostCpuUse> cpu,
            Optional<ControlGroup> controlGroup,
            Network network,
            Optional<Map<String, Object>> calibration) {
        private static ObservedProcess of(HarnessResult result) {
            ProcessTally observed = result.observed();
            var limits = new ControlGroup(CpuQuotaUse.of(observed.quota()), MemoryLimitUse.of(observed.memory()));
            return new ObservedProcess(
                    result.process(),
                    observed.seconds(),
                    Pauses.of(
                            observed.hiccups(),
                            OptionalLong.of(observed.wakeUps()),
                            OptionalLong.of(Observation.HICCUP_INTERVAL_NANOS)),
                    Pauses.of(observed.gc(), OptionalLong.empty(), OptionalLong.empty()),
                    observed.missedPauses(),
                    Optional.of(observed)
                            .filter(each -> each.cpu().time().seconds() > 0)
                            .map(each -> HostCpuUse.of(each.cpu(), each.quota().throttling())),
                    Optional.of(limits)
                            .filter(any -> any.cpuQuota().isPresent()
                                    || any.memoryLimit().isPresent()),
                    Network.of(observed.network()),
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
     * @param wakeUps number of wake-ups by which hiccups are detected; empty for garbage collection
     * @param wakeUpIntervalNanos time between wake-ups; empty for garbage collection
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Pauses(
            long count,
            long totalNanos,
            long over10Millis,
            long over100Millis,
            List<LongPause> longest,
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
                            .map(pause -> new LongPause(new Moment(pause.beginNanos()), pause.nanos()))
                            .toList(),
                    wakeUps,
                    wakeUpIntervalNanos);
        }
    }

    public record LongPause(Moment begin, long nanos) {}

    /** Limits of a control group; those that it does not have are empty. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record ControlGroup(Optional<CpuQuotaUse> cpuQuota, Optional<MemoryLimitUse> memoryLimit) {}

    /**
     * Use of a CPU quota.
     *
     * @param cores CPU time that the group may use, in cores
     * @param usedShare mean used share of the quota, 0 or more; empty if unknown
     * @param highestUsedShare highest used share in one observation; empty if unknown
     * @param full at most 5 % of the quota was left
     * @param periods periods of the quota in which the group ran
     * @param throttledPeriods those in which the kernel throttled it
     * @param throttledNanos for how long, summed over its cores
     * @param worstThrottledNanos the most of it in one observation
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record CpuQuotaUse(
            double cores,
            OptionalDouble usedShare,
            OptionalDouble highestUsedShare,
            TimeAtLimit full,
            long periods,
            long throttledPeriods,
            long throttledNanos,
            long worstThrottledNanos) {
        private static Optional<CpuQuotaUse> of(QuotaTally quota) {
            boolean known = quota.knownSeconds() > 0;
            QuotaTally.CpuThrottling throttling = quota.throttling();
            return quota.seconds() == 0
                    ? Optional.empty()
                    : Optional.of(new CpuQuotaUse(
                            quota.cores(),
                            known ? OptionalDouble.of(quota.usedShare()) : OptionalDouble.empty(),
                            known ? OptionalDouble.of(quota.highestShare()) : OptionalDouble.empty(),
                            TimeAtLimit.of(quota.full()),
                            throttling.periods(),
                            throttling.throttledPeriods(),
                            throttling.nanos(),
                            throttling.worstNanos()));
        }
    }

    /**
     * Use of a memory limit.
     *
     * @param highestBytes highest memory in use, without the cached files that the kernel gives up first
     * @param near at least 90 % of the limit was in use
     * @param limitHits how often the group was at its limit in that time
     * @param kills processes of the group that the kernel killed because it was out of memory
     */
    public record MemoryLimitUse(long limitBytes, long highestBytes, TimeAtLimit near, long limitHits, long kills) {
        private static Optional<MemoryLimitUse> of(MemoryTally memory) {
            return memory.seconds() == 0
                    ? Optional.empty()
                    : Optional.of(new MemoryLimitUse(
                            memory.limitBytes(),
                            memory.highestBytes(),
                            TimeAtLimit.of(memory.near()),
                            memory.limitHits(),
                            memory.kills()));
        }
    }

    /** Load of the cores; mean shares are in [0, 1]. */
    public record HostCpuUse(
            double busyShare,
            double stolenShare,
            int fullestCore,
            double fullestCoreShare,
            long throttledNanos,
            TimeAtLimit oneCoreFull,
            TimeAtLimit allCoresFull,
            TimeAtLimit stolen,
            TimeAtLimit throttled) {
        private static HostCpuUse of(CpuTally cpu, QuotaTally.CpuThrottling throttling) {
            return new HostCpuUse(
                    cpu.time().busyShare(),
                    cpu.time().stolenShare(),
                    cpu.fullestCore(),
                    cpu.fullestCoreShare(),
                    throttling.nanos(),
                    TimeAtLimit.of(cpu.coreFull()),
                    TimeAtLimit.of(cpu.allFull()),
                    TimeAtLimit.of(cpu.stolen()),
                    TimeAtLimit.of(throttling.time()));
        }
    }

    /** Total and longest duration of a state. */
    public record TimeAtLimit(double seconds, @JsonUnwrapped MomentRange longest) {
        private static TimeAtLimit of(dev.weir.host.observation.ProcessTally.ConditionDuration spell) {
            return new TimeAtLimit(spell.seconds(), MomentRange.of(spell.longest()));
        }
    }

    /** Traffic of the host. */
    public record Network(
            List<NetworkLink> links,
            long sentSegments,
            long retransmittedSegments,
            TimeAtLimit retransmitting,
            long allowancesExceeded) {
        public Network {
            links = List.copyOf(links);
        }

        private static Network of(NetworkTally network) {
            return new Network(
                    network.links().values().stream().map(NetworkLink::of).toList(),
                    network.sentSegments(),
                    network.retransmittedSegments(),
                    TimeAtLimit.of(network.retransmitting()),
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
            Optional<TimeAtLimit> full) {
        private static NetworkLink of(NetworkTally.LinkTraffic link) {
            boolean limited = link.bytesPerSecondLimit().isPresent();
            return new NetworkLink(
                    link.name(),
                    link.receivedBytes(),
                    link.sentBytes(),
                    link.troubles(),
                    link.bytesPerSecondLimit(),
                    limited ? OptionalDouble.of(link.highestShare()) : OptionalDouble.empty(),
                    limited ? Optional.of(TimeAtLimit.of(link.full())) : Optional.empty());
        }
    }

    /**
     * Observations of one of Weir's processes during the measurement. Its parts are mutable.
     *
     * @param process the worker's name, or {@code coordinator}
     * @param calibration measured capability of the host; absent if it was never measured
     */
    public record HarnessResult(String process, ProcessTally observed, Optional<Calibration> calibration) {
        public String name() {
            return process.equals("in-process") ? "this process" : process;
        }
    }
}
