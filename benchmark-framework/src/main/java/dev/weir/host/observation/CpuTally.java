package dev.weir.host.observation;

/** What became of the cores' time, over many observations. Not thread-safe. */
public final class CpuTally {
    /** Ticks are 10 ms: of a second a core that is never idle shows 98 to 100. */
    private static final double FULL = 0.98;

    /** On all cores together some idling is left while threads move. */
    private static final double ALL_FULL = 0.95;

    private static final double STOLEN = 0.05;

    private final ConditionDuration coreFull = new ConditionDuration();
    private final ConditionDuration allFull = new ConditionDuration();
    private final ConditionDuration stolen = new ConditionDuration();
    private final ConditionDuration throttled = new ConditionDuration();
    private double seconds;
    private double busySeconds;
    private double stolenSeconds;
    private double fullestShare;
    private int fullestCore = -1;
    private long throttledNanos;

    void add(CpuUse use, TimeRange observed) {
        seconds += observed.seconds();
        busySeconds += use.busyShare() * observed.seconds();
        stolenSeconds += use.stolenShare() * observed.seconds();
        throttledNanos += use.throttledNanos();
        if (use.fullestCoreShare() > fullestShare) {
            fullestShare = use.fullestCoreShare();
            fullestCore = use.fullestCore();
        }
        coreFull.add(use.fullestCoreShare() >= FULL, observed);
        allFull.add(use.busyShare() + use.stolenShare() >= ALL_FULL, observed);
        stolen.add(use.stolenShare() >= STOLEN, observed);
        throttled.add(use.throttledNanos() > 0, observed);
    }

    /** That were observed; 0 where the host does not tell. */
    public double seconds() {
        return seconds;
    }

    /** Of the cores that the process may run on, in [0, 1]. */
    public double busyShare() {
        return seconds == 0 ? 0 : busySeconds / seconds;
    }

    /** Likewise, what the host of the virtual machine took. */
    public double stolenShare() {
        return seconds == 0 ? 0 : stolenSeconds / seconds;
    }

    /** The core that once had the least left; -1 if none was ever busy. */
    public int fullestCore() {
        return fullestCore;
    }

    /** What was used of it then. */
    public double fullestCoreShare() {
        return fullestShare;
    }

    /** Some core had at most 2 % of its time left. */
    public ConditionDuration coreFull() {
        return coreFull;
    }

    /** All cores together had at most 5 % left. */
    public ConditionDuration allFull() {
        return allFull;
    }

    /** At least 5 % was stolen. */
    public ConditionDuration stolen() {
        return stolen;
    }

    /** The kernel stopped the process since its quota was used up. */
    public ConditionDuration throttled() {
        return throttled;
    }

    /** For how long it did. */
    public long throttledNanos() {
        return throttledNanos;
    }
}
