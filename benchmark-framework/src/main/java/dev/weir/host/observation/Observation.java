package dev.weir.host.observation;

import java.util.List;
import java.util.Optional;

/**
 * What was observed of a process and its host since the last observation.
 *
 * @param wakeUps of the control thread, each of which could have been a hiccup, at intervals of
 *     {@link #HICCUP_INTERVAL_NANOS}
 * @param hiccups wake-ups that were a millisecond or more late
 * @param gcPauses for which garbage collectors stopped the process, to the millisecond
 * @param missedPauses hiccups and pauses that were too many to be kept
 * @param cpu absent where the host does not tell
 * @param network nothing in it where the host does not tell
 * @param allowancesExceeded packets that a cloud's network card held back during the measurement since the instance had
 *     used more than it is granted. Told once, after the measurement
 */
public record Observation(
        long wakeUps,
        List<Pause> hiccups,
        List<Pause> gcPauses,
        long missedPauses,
        Optional<CpuUse> cpu,
        NetworkUse network,
        long allowancesExceeded) {
    /** From one wake-up of the control thread to the next. */
    public static final long HICCUP_INTERVAL_NANOS = HiccupMeter.INTERVAL_NANOS;

    /** Hiccups that are shorter are not told apart from waking up as usual. */
    public static final long LEAST_HICCUP_NANOS = HiccupMeter.LEAST_NANOS;

    /** Both ends of a collector's pause are told to the millisecond. */
    private static final long GC_PRECISION_NANOS = 2_000_000;

    /** Nothing. */
    public static final Observation NONE =
            new Observation(0, List.of(), List.of(), 0, Optional.empty(), NetworkUse.NONE, 0);

    public Observation {
        hiccups = List.copyOf(hiccups);
        gcPauses = List.copyOf(gcPauses);
    }

    /** The hiccups that no pause of a garbage collector accounts for: those that overlap with none. */
    public List<Pause> hiccupsApartFromGc() {
        return hiccups.stream()
                .filter(hiccup -> gcPauses.stream()
                        .noneMatch(pause -> pause.beginNanos() - GC_PRECISION_NANOS <= hiccup.endNanos()
                                && pause.endNanos() + GC_PRECISION_NANOS >= hiccup.beginNanos()))
                .toList();
    }
}
