package dev.weir.host.observation;

/** What was observed of one process and its host, over a stretch of a run. Bounded, however long that is. Not thread-safe. */
public final class ProcessTally {
    private PauseTally hiccups = PauseTally.NONE;
    private PauseTally hiccupsApartFromGc = PauseTally.NONE;
    private PauseTally gc = PauseTally.NONE;
    private CpuTally cpu = CpuTally.NONE;
    private final NetworkTally network = new NetworkTally();
    private double seconds;
    private long wakeUps;
    private long missedPauses;

    /**
     * Adds the observation that follows the last one.
     *
     * @param observed when that was, on the clock of the run
     * @param aheadNanos how far the run's clock is ahead of the process's
     */
    public void add(Observation observation, TimeRange observed, long aheadNanos) {
        seconds += observed.seconds();
        wakeUps += observation.wakeUps();
        missedPauses += observation.missedPauses();
        observation.hiccups().forEach(pause -> hiccups = hiccups.plus(pause.onClockAheadBy(aheadNanos)));
        observation
                .hiccupsApartFromGc()
                .forEach(pause -> hiccupsApartFromGc = hiccupsApartFromGc.plus(pause.onClockAheadBy(aheadNanos)));
        observation.gcPauses().forEach(pause -> gc = gc.plus(pause.onClockAheadBy(aheadNanos)));
        observation.cpu().ifPresent(use -> cpu = cpu.plus(use, observed));
        network.add(observation.network(), observed);
    }

    /** Adds what is reported late, outside its stretch. */
    public void addLate(Observation observation) {
        network.addAllowancesExceeded(observation.allowancesExceeded());
    }

    /** That were observed. */
    public double seconds() {
        return seconds;
    }

    /** Of the control thread. */
    public long wakeUps() {
        return wakeUps;
    }

    /** Too many to be kept. */
    public long missedPauses() {
        return missedPauses;
    }

    /** Wake-ups that were a millisecond or more late. */
    public PauseTally hiccups() {
        return hiccups;
    }

    /** Of those, the ones that no garbage collection accounts for. */
    public PauseTally hiccupsApartFromGc() {
        return hiccupsApartFromGc;
    }

    /** Pauses of garbage collectors. */
    public PauseTally gc() {
        return gc;
    }

    /** The cores. */
    public CpuTally cpu() {
        return cpu;
    }

    /** The network. */
    public NetworkTally network() {
        return network;
    }
}
