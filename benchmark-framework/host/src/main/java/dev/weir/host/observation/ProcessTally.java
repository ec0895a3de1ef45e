package dev.weir.host.observation;

/** Observations of one process and its host over a part of a run. Its size is limited. Not thread-safe. */
public final class ProcessTally {
    private PauseTally hiccups = PauseTally.NONE;
    private PauseTally hiccupsApartFromGc = PauseTally.NONE;
    private PauseTally gc = PauseTally.NONE;
    private CpuTally cpu = CpuTally.NONE;
    private QuotaTally quota = QuotaTally.NONE;
    private MemoryTally memory = MemoryTally.NONE;
    private final NetworkTally network = new NetworkTally();
    private double seconds;
    private long wakeUps;
    private long missedPauses;

    /**
     * Adds the next observation.
     *
     * @param observed its time on the clock of the run
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
        observation.controlGroup().cpu().ifPresent(use -> quota = quota.plus(use, observed));
        observation.controlGroup().memory().ifPresent(use -> memory = memory.plus(use, observed));
        network.add(observation.network(), observed);
    }

    /** Adds figures that are reported late, outside of the observed time. */
    public void addLate(Observation observation) {
        network.addAllowancesExceeded(observation.allowancesExceeded());
    }

    public double seconds() {
        return seconds;
    }

    public long wakeUps() {
        return wakeUps;
    }

    public long missedPauses() {
        return missedPauses;
    }

    public PauseTally hiccups() {
        return hiccups;
    }

    public PauseTally hiccupsApartFromGc() {
        return hiccupsApartFromGc;
    }

    public PauseTally gc() {
        return gc;
    }

    public CpuTally cpu() {
        return cpu;
    }

    public QuotaTally quota() {
        return quota;
    }

    public MemoryTally memory() {
        return memory;
    }

    public NetworkTally network() {
        return network;
    }
}
