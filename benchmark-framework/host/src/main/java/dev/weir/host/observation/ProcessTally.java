package dev.weir.host.observation;

import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.CpuUse;
import dev.weir.host.observation.Observation.NetworkUse;
import dev.weir.host.observation.Observation.NetworkUse.LinkUse;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

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

    /**
     * Duration of a condition, by observations of a second each.
     *
     * @param seconds total duration
     * @param current current stretch up to the last observation; empty if it did not hold then
     * @param longest longest stretch without interruption; empty if it never held
     */
    public record ConditionDuration(double seconds, Optional<TimeRange> current, Optional<TimeRange> longest) {
        public static final ConditionDuration NONE = new ConditionDuration(0, Optional.empty(), Optional.empty());

        public ConditionDuration plus(boolean held, TimeRange observed) {
            if (!held) {
                return new ConditionDuration(seconds, Optional.empty(), longest);
            }
            var now = new TimeRange(current.orElse(observed).beginNanos(), observed.endNanos());
            return new ConditionDuration(
                    seconds + observed.seconds(),
                    Optional.of(now),
                    longest.filter(known -> known.seconds() >= now.seconds()).or(() -> Optional.of(now)));
        }
    }

    /** Pauses of one kind, with the 5 longest ones, longest first. */
    public record PauseTally(long count, long totalNanos, long over10Millis, long over100Millis, List<Pause> longest) {
        static final PauseTally NONE = new PauseTally(0, 0, 0, 0, List.of());

        private static final int KEPT = 5;
        private static final long LONG_NANOS = 10_000_000;
        private static final long VERY_LONG_NANOS = 100_000_000;

        /** Adds pauses whose times are on a clock that is behind the run's by this time. */
        PauseTally plus(List<Pause> pauses, long aheadNanos) {
            return new PauseTally(
                    count + pauses.size(),
                    totalNanos + pauses.stream().mapToLong(Pause::nanos).sum(),
                    over10Millis + longer(pauses, LONG_NANOS),
                    over100Millis + longer(pauses, VERY_LONG_NANOS),
                    Stream.concat(longest.stream(), pauses.stream().map(pause -> pause.onClockAheadBy(aheadNanos)))
                            .sorted(Comparator.comparingLong(Pause::nanos).reversed())
                            .limit(KEPT)
                            .toList());
        }

        private static long longer(List<Pause> pauses, long nanos) {
            return pauses.stream().filter(pause -> pause.nanos() > nanos).count();
        }

        /** Returns the longest one; empty if there was none. */
        public Optional<Pause> worst() {
            return longest.stream().findFirst();
        }
    }

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

        /** What became of their time; 0 seconds were observed if the host does not report it. */
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

    /**
     * Network traffic over many observations.
     *
     * @param links by name
     * @param sentSegments TCP segments of the whole host
     * @param retransmitting when more than 1 % of segments were retransmitted
     * @param allowancesExceeded packets that the cloud's network card queued or dropped
     */
    public record NetworkTally(
            SortedMap<String, LinkTraffic> links,
            long sentSegments,
            long retransmittedSegments,
            ConditionDuration retransmitting,
            long allowancesExceeded) {
        static final NetworkTally NONE = new NetworkTally(new TreeMap<>(), 0, 0, ConditionDuration.NONE, 0);

        private static final double RETRANSMITTED = 0.01;

        public NetworkTally {
            links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
        }

        NetworkTally plus(NetworkUse use, TimeRange observed) {
            SortedMap<String, LinkTraffic> all = new TreeMap<>(links);
            for (LinkUse link : use.links()) {
                var unused = new LinkTraffic(link.name(), 0, 0, 0, OptionalLong.empty(), 0, ConditionDuration.NONE);
                all.put(link.name(), all.getOrDefault(link.name(), unused).plus(link, observed));
            }
            return new NetworkTally(
                    all,
                    sentSegments + use.sentSegments(),
                    retransmittedSegments + use.retransmittedSegments(),
                    retransmitting.plus(use.retransmittedSegments() > RETRANSMITTED * use.sentSegments(), observed),
                    allowancesExceeded);
        }

        NetworkTally plusAllowancesExceeded(long packets) {
            return new NetworkTally(
                    links, sentSegments, retransmittedSegments, retransmitting, allowancesExceeded + packets);
        }

        /**
         * Traffic of one interface.
         *
         * @param receivedBytes with all headers
         * @param sentBytes with all headers
         * @param troubles packets dropped, or with errors
         * @param bytesPerSecondLimit limit in each direction; absent where the hardware does not report it
         * @param highestShare share of its limit in the busiest observation and direction; 0 without a limit
         * @param full when it carried at least 90 % of its limit
         */
        public record LinkTraffic(
                String name,
                long receivedBytes,
                long sentBytes,
                long troubles,
                OptionalLong bytesPerSecondLimit,
                double highestShare,
                ConditionDuration full) {
            private static final double FULL = 0.9;

            private LinkTraffic plus(LinkUse use, TimeRange observed) {
                OptionalLong limit = use.bytesPerSecondLimit();
                boolean limited = limit.isPresent() && observed.seconds() > 0;
                double most = Math.max(use.receivedBytes(), use.sentBytes()) / observed.seconds();
                double share = limited ? most / limit.getAsLong() : 0;
                return new LinkTraffic(
                        name,
                        receivedBytes + use.receivedBytes(),
                        sentBytes + use.sentBytes(),
                        troubles + use.troubles(),
                        limit,
                        Math.max(highestShare, share),
                        limited ? full.plus(share >= FULL, observed) : full);
            }
        }
    }
}
