package dev.weir.host.observation;

import java.util.List;
import java.util.Optional;

/**
 * Observations of a process and its host since the previous one.
 *
 * @param wakeUps wake-ups of the control thread, each of which could have been a hiccup, at intervals of {@link
 *     #HICCUP_INTERVAL_NANOS}
 * @param hiccups wake-ups that were at least a millisecond late
 * @param gcPauses pauses of the process by garbage collectors, to the millisecond
 * @param missedPauses hiccups and pauses beyond the limit
 * @param cpu absent if the host does not report it
 * @param controlGroup empty without limits, or if the host does not report them
 * @param network empty if the host does not report it
 * @param allowancesExceeded packets that a cloud's network card queued or dropped during the measurement because the
 *     instance exceeded its allowance. Reported once, after the measurement
 */
public record Observation(
        long wakeUps,
        List<Pause> hiccups,
        List<Pause> gcPauses,
        long missedPauses,
        Optional<CpuUse> cpu,
        ControlGroupUse controlGroup,
        NetworkUse network,
        long allowancesExceeded) {
    /** Time between two wake-ups of the control thread. */
    public static final long HICCUP_INTERVAL_NANOS = HiccupMeter.INTERVAL_NANOS;

    /** Shorter hiccups cannot be distinguished from normal wake-ups. */
    public static final long MIN_HICCUP_NANOS = HiccupMeter.MIN_NANOS;

    /** Both ends of a collector's pause have a resolution of a millisecond. */
    private static final long GC_PRECISION_NANOS = 2_000_000;

    public static final Observation NONE =
            new Observation(0, List.of(), List.of(), 0, Optional.empty(), ControlGroupUse.NONE, NetworkUse.NONE, 0);

    public Observation {
        hiccups = List.copyOf(hiccups);
        gcPauses = List.copyOf(gcPauses);
    }

    /** Returns the hiccups that no garbage collection explains: those that overlap with no pause. */
    public List<Pause> hiccupsApartFromGc() {
        return hiccups.stream()
                .filter(hiccup -> gcPauses.stream()
                        .noneMatch(pause -> pause.beginNanos() - GC_PRECISION_NANOS <= hiccup.endNanos()
                                && pause.endNanos() + GC_PRECISION_NANOS >= hiccup.beginNanos()))
                .toList();
    }
}
