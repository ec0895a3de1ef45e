package dev.weir.host.observation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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

    /**
     * Use of the cores that the process may use, over a time. Shares are of time, in [0, 1].
     *
     * @param busyShare busy share of all cores together, by any process
     * @param stolenShare share in which a process was ready to run and the host of the virtual machine ran something
     *     else
     * @param fullestCore core with the highest use
     * @param fullestCoreShare busy and stolen share of that core
     */
    public record CpuUse(double busyShare, double stolenShare, int fullestCore, double fullestCoreShare) {}

    /**
     * Traffic of a host's network over a time.
     *
     * @param links interfaces that are hardware, or seem to be to a guest
     * @param sentSegments TCP segments of the whole host, including loopback
     * @param retransmittedSegments those that were retransmitted
     * @param overdueAcknowledgements times that TCP missed an acknowledgement and therefore sent again. The kernel of
     *     the other host acknowledges also for a process that stands still
     */
    public record NetworkUse(
            List<LinkUse> links, long sentSegments, long retransmittedSegments, long overdueAcknowledgements) {
        public static final NetworkUse NONE = new NetworkUse(List.of(), 0, 0, 0);

        public NetworkUse {
            links = List.copyOf(links);
        }

        /**
         * Traffic of a network interface over a time.
         *
         * @param receivedBytes with all headers
         * @param sentBytes with all headers
         * @param troubles packets dropped or with errors, in both directions
         * @param bytesPerSecondLimit limit in each direction; absent where the hardware does not report it, as in most
         *     virtual machines
         */
        public record LinkUse(
                String name, long receivedBytes, long sentBytes, long troubles, OptionalLong bytesPerSecondLimit) {}
    }

    /**
     * What a process's control groups used of their limits, over a time. Of several groups within each other, that with
     * the least left counts.
     *
     * @param cpu absent without a CPU quota, or if the kernel does not report it
     * @param memory absent without a memory limit, or if the kernel does not report it
     */
    public record ControlGroupUse(Optional<Cpu> cpu, Optional<Memory> memory) {
        public static final ControlGroupUse NONE = new ControlGroupUse(Optional.empty(), Optional.empty());

        /**
         * Use of a CPU quota.
         *
         * @param cores CPU time that the group may use, in cores
         * @param usedShare share of the quota that the group used, 0 or more: a period's quota can be used at once;
         *     absent if the kernel does not report it
         * @param periods periods of the quota in which the group ran
         * @param throttledPeriods periods in which the kernel throttled the group
         * @param throttledNanos for how long, summed over its cores
         */
        public record Cpu(
                double cores, OptionalDouble usedShare, long periods, long throttledPeriods, long throttledNanos) {}

        /**
         * Use of a memory limit.
         *
         * @param usedBytes memory in use, without the cached files that the kernel gives up first
         * @param limitHits how often the group was at its limit
         * @param kills processes of the group that the kernel killed because it was out of memory
         */
        public record Memory(long limitBytes, long usedBytes, long limitHits, long kills) {
            public double usedShare() {
                return (double) usedBytes / Math.max(1, limitBytes);
            }
        }
    }
}
