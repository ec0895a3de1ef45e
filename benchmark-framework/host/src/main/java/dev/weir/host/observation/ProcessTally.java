package dev.weir.host.observation;

/**
 * Observations of one process and its host over a part of a run. Its size is limited. Immutable.
 *
 * @param seconds observed time
 */
public record ProcessTally(
        double seconds,
        long wakeUps,
        long missedPauses,
        PauseTally hiccups,
        PauseTally hiccupsApartFromGc,
        PauseTally gc,
        CpuTally cpu,
        QuotaTally quota,
        MemoryTally memory,
        NetworkTally network) {
    public static final ProcessTally NONE = new ProcessTally(
            0,
            0,
            0,
            PauseTally.NONE,
            PauseTally.NONE,
            PauseTally.NONE,
            CpuTally.NONE,
            QuotaTally.NONE,
            MemoryTally.NONE,
            NetworkTally.NONE);

    /**
     * Adds the next observation.
     *
     * @param observed its time on the clock of the run
     * @param aheadNanos how far the run's clock is ahead of the process's
     */
    public ProcessTally plus(Observation observation, TimeRange observed, long aheadNanos) {
        ControlGroupUse group = observation.controlGroup();
        return new ProcessTally(
                seconds + observed.seconds(),
                wakeUps + observation.wakeUps(),
                missedPauses + observation.missedPauses(),
                hiccups.plus(observation.hiccups(), aheadNanos),
                hiccupsApartFromGc.plus(observation.hiccupsApartFromGc(), aheadNanos),
                gc.plus(observation.gcPauses(), aheadNanos),
                observation.cpu().map(use -> cpu.plus(use, observed)).orElse(cpu),
                group.cpu().map(use -> quota.plus(use, observed)).orElse(quota),
                group.memory().map(use -> memory.plus(use, observed)).orElse(memory),
                network.plus(observation.network(), observed));
    }

    /** Adds figures that are reported late, outside of the observed time. */
    public ProcessTally plusLate(Observation observation) {
        return new ProcessTally(
                seconds,
                wakeUps,
                missedPauses,
                hiccups,
                hiccupsApartFromGc,
                gc,
                cpu,
                quota,
                memory,
                network.plusAllowancesExceeded(observation.allowancesExceeded()));
    }
}
