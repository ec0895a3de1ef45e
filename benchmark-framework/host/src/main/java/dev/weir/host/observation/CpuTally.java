package dev.weir.host.observation;

/**
 * What became of the cores' time, over many observations.
 *
 * @param time of the cores that the process may run on
 * @param fullestCore core with the highest use in one observation; -1 if none was ever busy
 * @param fullestCoreShare its use then
 * @param coreFull a core had at most 2 % of its time left
 * @param allFull all cores together had at most 5 % left
 * @param stolen at least 5 % was stolen
 */
public record CpuTally(
        BusyTime time,
        int fullestCore,
        double fullestCoreShare,
        ConditionDuration coreFull,
        ConditionDuration allFull,
        ConditionDuration stolen) {
    static final CpuTally NONE = new CpuTally(
            new BusyTime(0, 0, 0), -1, 0, ConditionDuration.NONE, ConditionDuration.NONE, ConditionDuration.NONE);

    /** Ticks are 10 ms: in a second, a core that is never idle has 98 to 100. */
    private static final double FULL = 0.98;

    /** All cores together have some idle time while threads move between them. */
    private static final double ALL_FULL = 0.95;

    private static final double STOLEN = 0.05;

    CpuTally plus(CpuUse use, TimeRange observed) {
        boolean fuller = use.fullestCoreShare() > fullestCoreShare;
        return new CpuTally(
                new BusyTime(
                        time.seconds + observed.seconds(),
                        time.busySeconds + use.busyShare() * observed.seconds(),
                        time.stolenSeconds + use.stolenShare() * observed.seconds()),
                fuller ? use.fullestCore() : fullestCore,
                fuller ? use.fullestCoreShare() : fullestCoreShare,
                coreFull.plus(use.fullestCoreShare() >= FULL, observed),
                allFull.plus(use.busyShare() + use.stolenShare() >= ALL_FULL, observed),
                stolen.plus(use.stolenShare() >= STOLEN, observed));
    }

    /**
     * What became of their time.
     *
     * @param seconds observed time; 0 if the host does not report it
     */
    public record BusyTime(double seconds, double busySeconds, double stolenSeconds) {
        /** In [0, 1]. */
        public double busyShare() {
            return seconds == 0 ? 0 : busySeconds / seconds;
        }

        /** What the host of the virtual machine took, in [0, 1]. */
        public double stolenShare() {
            return seconds == 0 ? 0 : stolenSeconds / seconds;
        }
    }
}
