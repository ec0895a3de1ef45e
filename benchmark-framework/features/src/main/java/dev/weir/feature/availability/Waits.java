package dev.weir.feature.availability;

import dev.weir.host.observation.Pause;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Gap;
import dev.weir.measure.TopicGaps;
import dev.weir.plan.Assignment;
import dev.weir.wire.message.Message.InstrumentSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Merges the gaps of all workers: a time in which a message of one worker waited counts only if no worker reports
 * progress of the same partition in it. Used by the coordinator's thread.
 */
final class Waits {
    /** Shorter times are not kept: garbage collectors and other loads of a host also cause them. */
    static final long MIN_NANOS = 1_000_000_000;

    /** A process that stands still for less does not make a wait from a short one. */
    private static final long MIN_STANDSTILL_NANOS = 100_000_000;

    /** Of each partition, for which later waits are not kept. The whole load has at most one a second. */
    private static final int MAX_OF_PARTITION = 1_000;

    /** Of all workers together; later ones do not count, on a host that stands still more often than it runs. */
    private static final int MAX_STANDSTILLS = 100_000;

    /** Workers report in turn, so a range overlaps with one of the last ones. */
    private static final int RECENT_RANGES = 8;

    private final Map<Long, List<Reported>> pending = new HashMap<>();
    private final Map<Lane, List<TimeRange>> waits =
            new TreeMap<>(Comparator.comparing((Lane lane) -> lane.load.subscription)
                    .thenComparing(lane -> lane.load.topic)
                    .thenComparing(lane -> lane.partition));
    private final Map<TopicLoad, List<TimeRange>> standstills =
            Map.of(TopicLoad.PUBLISHING, new ArrayList<>(), TopicLoad.DELIVERY, new ArrayList<>());

    private List<Reported> merged = List.of();
    private List<Set<TopicLoad>> loads = List.of();

    /** Messages of a topic on their way to the system, or to a subscription. */
    record TopicLoad(String topic, int subscription) {
        static final TopicLoad PUBLISHING = new TopicLoad(TopicGaps.ALL, TopicGaps.PUBLISHING);
        static final TopicLoad DELIVERY = new TopicLoad(TopicGaps.ALL, 0);

        boolean isPublishing() {
            return subscription == TopicGaps.PUBLISHING;
        }

        boolean isWhole() {
            return topic.equals(TopicGaps.ALL);
        }
    }

    record Lane(TopicLoad load, int partition) {}

    /**
     * What the last snapshot of all workers contains.
     *
     * @param openFromNanos when the last message made progress, if none has done so for a while
     * @param hadGap whether a gap ended in which messages waited
     */
    record Last(Optional<Long> openFromNanos, boolean hadGap) {}

    private record Reported(int worker, Map<Lane, List<Gap>> gaps) {
        List<Gap> of(Lane lane) {
            return gaps.getOrDefault(lane, List.of());
        }
    }

    /** @param assignments of the workers, in the order of their numbers */
    void planned(List<Assignment> assignments) {
        loads = assignments.stream().map(Waits::loads).toList();
    }

    private static Set<TopicLoad> loads(Assignment assignment) {
        Set<TopicLoad> loads = new HashSet<>();
        assignment.clients().producers().forEach(role -> {
            loads.add(TopicLoad.PUBLISHING);
            loads.add(new TopicLoad(role.topic(), TopicGaps.PUBLISHING));
        });
        assignment.clients().consumersStartingWithLoad().forEach(role -> {
            loads.add(TopicLoad.DELIVERY);
            loads.add(new TopicLoad(role.topic(), role.subscription()));
        });
        return loads;
    }

    /**
     * Adds what a worker reports with a snapshot.
     *
     * @param aheadNanos by how much the coordinator's clock is ahead of the worker's
     */
    void taken(int worker, long number, InstrumentSample sample, long aheadNanos) {
        Map<Lane, List<Gap>> gaps = new HashMap<>();
        for (TopicGaps topic : sample.gaps()) {
            var load = new TopicLoad(topic.topic(), topic.subscription());
            for (Gap gap : topic.gaps()) {
                gaps.computeIfAbsent(new Lane(load, gap.partition()), absent -> new ArrayList<>())
                        .add(gap.onClockAheadBy(aheadNanos));
            }
        }
        pending.computeIfAbsent(number, absent -> new ArrayList<>()).add(new Reported(worker, gaps));
        for (Pause hiccup : sample.observation().hiccups()) {
            if (hiccup.nanos() >= MIN_STANDSTILL_NANOS) {
                TimeRange range = TimeRange.of(hiccup.onClockAheadBy(aheadNanos));
                standstills.forEach((load, known) -> {
                    if (loads.get(worker).contains(load) && known.size() < MAX_STANDSTILLS) {
                        add(known, range);
                    }
                });
            }
        }
    }

    void merge(long number) {
        merged = Optional.ofNullable(pending.remove(number)).orElse(List.of());
        for (Reported reported : merged) {
            reported.gaps.forEach((lane, gaps) -> {
                for (Gap gap : gaps) {
                    if (gap.waitedNanos() >= MIN_NANOS) {
                        List<TimeRange> known = waits.computeIfAbsent(lane, absent -> new ArrayList<>());
                        if (lane.load.isWhole() || known.size() < MAX_OF_PARTITION) {
                            common(lane, reported.worker, gap).ifPresent(wait -> add(known, wait));
                        }
                    }
                }
            });
        }
    }

    /** Returns the longest part of a wait in which no other worker made progress. */
    private Optional<TimeRange> common(Lane lane, int worker, Gap wait) {
        var range = new TimeRange(wait.waitingNanos(), wait.toNanos());
        for (Reported other : merged) {
            if (other.worker == worker || !loads.get(other.worker).contains(lane.load)) {
                continue;
            }
            long begin = 0;
            long end = 0;
            for (Gap gap : other.of(lane)) {
                long from = Math.max(range.beginNanos(), gap.fromNanos());
                long to = gap.ended() ? Math.min(range.endNanos(), gap.toNanos()) : range.endNanos();
                if (to - from > end - begin) {
                    begin = from;
                    end = to;
                }
            }
            range = new TimeRange(begin, end);
        }
        return range.endNanos() - range.beginNanos() >= MIN_NANOS ? Optional.of(range) : Optional.empty();
    }

    private static void add(List<TimeRange> ranges, TimeRange added) {
        TimeRange whole = added;
        for (int i = ranges.size() - 1; i >= Math.max(0, ranges.size() - RECENT_RANGES); i--) {
            TimeRange each = ranges.get(i);
            if (each.beginNanos() <= whole.endNanos() && whole.beginNanos() <= each.endNanos()) {
                ranges.remove(i);
                whole = new TimeRange(
                        Math.min(each.beginNanos(), whole.beginNanos()), Math.max(each.endNanos(), whole.endNanos()));
            }
        }
        ranges.add(whole);
    }

    /** Returns what the last merged snapshots contain of all topics together. */
    Last last(TopicLoad load) {
        var lane = new Lane(load, 0);
        List<List<Gap>> ofWorkers = merged.stream()
                .filter(reported -> loads.get(reported.worker).contains(load))
                .map(reported -> reported.of(lane))
                .toList();
        boolean isOpen = !ofWorkers.isEmpty()
                && ofWorkers.stream().allMatch(gaps -> gaps.stream().anyMatch(gap -> !gap.ended()));
        List<Gap> all = ofWorkers.stream().flatMap(List::stream).toList();
        boolean hadGap = all.stream().anyMatch(gap -> gap.ended() && gap.waitedNanos() > 0);
        Optional<Long> from = all.stream()
                .map(gap -> gap.ended() ? gap.toNanos() : gap.fromNanos())
                .max(Comparator.naturalOrder());
        return new Last(isOpen ? from : Optional.empty(), hadGap);
    }

    /** Returns in which times messages waited, by partition. */
    Map<Lane, List<TimeRange>> all() {
        return waits;
    }

    /** Returns when workers with producers, or with consumers, stood still. */
    List<TimeRange> standstills(TopicLoad whole) {
        return Objects.requireNonNull(standstills.get(whole));
    }
}
