package dev.weir.host.observation;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a process's control groups used of their limits, over a time. Of several groups within each other, that with the
 * least left counts.
 *
 * @param cpu absent without a CPU quota, or if the kernel does not report it
 * @param memory absent without a memory limit, or if the kernel does not report it
 */
public record ControlGroupUse(Optional<Cpu> cpu, Optional<Memory> memory) {
    public static final ControlGroupUse NONE = new ControlGroupUse(Optional.empty(), Optional.empty());

    /**
     * Use of a CPU quota.
     *
     * @param cores CPU time that the group may use, in cores
     * @param usedShare share of the quota that the group used, 0 or more: a period's quota can be used at once; absent
     *     if the kernel does not report it
     * @param periods periods of the quota in which the group ran
     * @param throttledPeriods periods in which the kernel throttled the group
     * @param throttledNanos for how long, summed over its cores
     */
    public record Cpu(
            double cores, OptionalDouble usedShare, long periods, long throttledPeriods, long throttledNanos) {}

    /**
     * Use of a memory limit.
     *
     * @param usedBytes memory in use, without the cached files that the kernel gives up first
     * @param limitHits how often the group was at its limit
     * @param kills processes of the group that the kernel killed because it was out of memory
     */
    public record Memory(long limitBytes, long usedBytes, long limitHits, long kills) {
        public double usedShare() {
            return (double) usedBytes / Math.max(1, limitBytes);
        }
    }
}
