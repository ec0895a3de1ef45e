package dev.weir.host.observation;

/**
 * What a process's control group used of its CPU quota, over many observations.
 *
 * @param seconds observed time with a quota; 0 without one
 * @param cores CPU time that the group may use, in cores, when it used most of it
 * @param highestShare used share of the quota then
 * @param knownSeconds time in which the used share was known
 * @param usedShareSeconds the used share, summed over that time
 * @param full at most 5 % of the quota was left
 * @param throttling when the kernel throttled the group
 */
public record QuotaTally(
        double seconds,
        double cores,
        double highestShare,
        double knownSeconds,
        double usedShareSeconds,
        ConditionDuration full,
        CpuThrottling throttling) {
    static final QuotaTally NONE = new QuotaTally(0, 0, 0, 0, 0, ConditionDuration.NONE, CpuThrottling.NONE);

    /** As for all cores of a host together. */
    private static final double FULL = 0.95;

    QuotaTally plus(ControlGroupUse.Cpu use, TimeRange observed) {
        double share = use.usedShare().orElse(0);
        boolean fuller = seconds == 0 || share > highestShare;
        double known = use.usedShare().isPresent() ? observed.seconds() : 0;
        return new QuotaTally(
                seconds + observed.seconds(),
                fuller ? use.cores() : cores,
                fuller ? share : highestShare,
                knownSeconds + known,
                usedShareSeconds + share * known,
                full.plus(share >= FULL, observed),
                throttling.plus(use, observed));
    }

    /** Returns the mean used share of the quota; 0 if it is unknown. */
    public double usedShare() {
        return knownSeconds == 0 ? 0 : usedShareSeconds / knownSeconds;
    }

    /**
     * When the kernel throttled a group because its quota was used up.
     *
     * @param periods periods of the quota in which the group ran
     * @param throttledPeriods those in which the kernel throttled it
     * @param nanos for how long, summed over its cores
     * @param worstNanos the most of it in one observation
     * @param time observations in which that happened
     */
    public record CpuThrottling(
            long periods, long throttledPeriods, long nanos, long worstNanos, ConditionDuration time) {
        private static final CpuThrottling NONE = new CpuThrottling(0, 0, 0, 0, ConditionDuration.NONE);

        private CpuThrottling plus(ControlGroupUse.Cpu use, TimeRange observed) {
            return new CpuThrottling(
                    periods + use.periods(),
                    throttledPeriods + use.throttledPeriods(),
                    nanos + use.throttledNanos(),
                    Math.max(worstNanos, use.throttledNanos()),
                    time.plus(use.throttledNanos() > 0, observed));
        }
    }
}
