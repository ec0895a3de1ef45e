package dev.weir.host.facts;

import java.util.OptionalLong;

/**
 * A control group with a CPU quota, and what became of it since the group was created.
 *
 * @param group its folder, which distinguishes it from others
 * @param cores CPU time that the group may use, in cores
 * @param usedNanos CPU time that it has used; absent if the kernel does not report it
 * @param periods periods of the quota in which it ran
 * @param throttledPeriods periods in which the kernel throttled it, because the quota was used up
 * @param throttledNanos for how long, summed over its cores
 */
public record CpuQuota(
        String group, double cores, OptionalLong usedNanos, long periods, long throttledPeriods, long throttledNanos) {}
