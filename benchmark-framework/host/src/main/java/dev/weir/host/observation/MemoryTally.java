package dev.weir.host.observation;

/**
 * What a process's control group used of its memory limit, over many observations.
 *
 * @param seconds observed time with a limit; 0 without one
 * @param limitBytes limit of the group when it used most of it; 0 without one
 * @param highestBytes memory in use then, without the cached files that the kernel gives up first
 * @param near at least 90 % of the limit was in use
 * @param limitHits how often the group was at its limit in that time
 * @param kills processes of the group that the kernel killed because it was out of memory
 */
public record MemoryTally(
        double seconds, long limitBytes, long highestBytes, ConditionDuration near, long limitHits, long kills) {
    static final MemoryTally NONE = new MemoryTally(0, 0, 0, ConditionDuration.NONE, 0, 0);

    private static final double NEAR = 0.9;

    MemoryTally plus(ControlGroupUse.Memory use, TimeRange observed) {
        boolean higher = seconds == 0 || use.usedShare() > (double) highestBytes / Math.max(1, limitBytes);
        boolean isNear = use.usedShare() >= NEAR;
        return new MemoryTally(
                seconds + observed.seconds(),
                higher ? use.limitBytes() : limitBytes,
                higher ? use.usedBytes() : highestBytes,
                near.plus(isNear, observed),
                // A group whose memory is mostly cached files is often at its limit, which delays nothing.
                limitHits + (isNear ? use.limitHits() : 0),
                kills + use.kills());
    }
}
