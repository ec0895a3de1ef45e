package dev.weir.feature.availability;

import dev.weir.feature.availability.AvailabilityResult.Outage;
import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.feature.availability.AvailabilityResult.PartialOutage;
import dev.weir.feature.availability.Waits.Lane;
import dev.weir.feature.availability.Waits.TopicLoad;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.LatencySamples;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides which times in which messages waited are outages of publishing, or of delivery. {@code docs/result.md} defines
 * them. Used by the coordinator's thread.
 */
final class OutageFinder {
    /** If waits as long as the usual latency are normal for a load, an outage is longer by this factor. */
    private static final int USUAL_LATENCIES = 3;

    /** A partition is out together with all others if this share of its outage is one of the whole load. */
    private static final double WHOLE_SHARE = 0.9;

    /** Partitions whose outages begin within this time are reported together. */
    private static final long TOGETHER_NANOS = 1_000_000_000;

    private static final int MAX_OUTAGES = 1_000;
    private static final int MAX_PARTITIONS_NAMED = 20;

    private final Waits waits;
    private final TopicLoad whole;
    private final Optional<OutageFinder> before;
    private final List<TimeRange> unknown = new ArrayList<>();
    private final LatencySamples usual = new LatencySamples();
    private long activeTicks;
    private long flowingTicks;
    private long beginNanos = Long.MAX_VALUE;
    private long endNanos = Long.MIN_VALUE;
    private long stuckSinceNanos = Long.MAX_VALUE;
    private Optional<TimeRange> open = Optional.empty();

    private OutageFinder(Waits waits, TopicLoad whole, Optional<OutageFinder> before) {
        this.waits = waits;
        this.whole = whole;
        this.before = before;
    }

    static OutageFinder ofPublishing(Waits waits) {
        return new OutageFinder(waits, TopicLoad.PUBLISHING, Optional.empty());
    }

    /** Finds outages of delivery; a message that is not acknowledged cannot be delivered. */
    static OutageFinder ofDelivery(OutageFinder publishing) {
        return new OutageFinder(publishing.waits, TopicLoad.DELIVERY, Optional.of(publishing));
    }

    /**
     * Adds a tick of the measurement, whose gaps have been merged.
     *
     * @param isUnknown whether its waits reveal nothing about the system
     * @param isActive whether messages made progress in it
     * @param isStuck whether messages waited, and none made progress
     * @param usualNanos median latency of its messages; 0 if there is none
     */
    void tick(TimeRange range, boolean isUnknown, boolean isActive, boolean isStuck, long usualNanos) {
        beginNanos = Math.min(beginNanos, range.beginNanos());
        endNanos = Math.max(endNanos, range.endNanos());
        if (isUnknown) {
            // An open wait stays open. Its unknown part is cut out later.
            addUnknown(range);
            return;
        }
        Waits.Last last = waits.last(whole);
        if (isActive) {
            activeTicks++;
            flowingTicks += last.hadGap() ? 0 : 1;
        }
        if (usualNanos > 0) {
            usual.values().record(usualNanos, 1);
        }
        stuckSinceNanos = isStuck ? Math.min(stuckSinceNanos, range.beginNanos()) : Long.MAX_VALUE;
        open = last.openFromNanos()
                .map(from -> Math.max(from, stuckSinceNanos))
                .filter(from -> from < range.endNanos())
                .map(from -> new TimeRange(from, range.endNanos()));
    }

    /** Adds a tick to the one before it if nothing lies between them: a long run has very many. */
    private void addUnknown(TimeRange range) {
        int last = unknown.size() - 1;
        if (last >= 0 && unknown.get(last).endNanos() >= range.beginNanos()) {
            unknown.set(last, new TimeRange(unknown.get(last).beginNanos(), range.endNanos()));
        } else {
            unknown.add(range);
        }
    }

    Outages outages() {
        // If messages usually flow, a wait is not usual, however long each of them takes.
        boolean flows = 2 * flowingTicks >= activeTicks;
        List<TimeRange> ranges = outages(new Lane(whole, 0), flows ? Waits.MIN_NANOS : minNanos());
        return new Outages(
                ranges.size(),
                ranges.stream().mapToDouble(TimeRange::seconds).sum(),
                ranges.stream()
                        .limit(MAX_OUTAGES)
                        .map(range -> new Outage(IsoTime.of(range.beginNanos()), range.seconds()))
                        .toList(),
                partial(ranges));
    }

    /** Returns the waits of a partition, or of the whole load, also the one that has not ended. */
    private List<TimeRange> waitsOf(Lane lane) {
        return Stream.concat(
                        waits.all().getOrDefault(lane, List.of()).stream(),
                        lane.load().isWhole() ? open.stream() : Stream.empty())
                .sorted(Comparator.comparingLong(TimeRange::beginNanos))
                .toList();
    }

    private long minNanos() {
        return usual.count() == 0
                ? Waits.MIN_NANOS
                : Math.max(Waits.MIN_NANOS, USUAL_LATENCIES * usual.percentileNanos(50));
    }

    private List<TimeRange> outages(Lane lane, long minNanos) {
        List<TimeRange> standstills = waits.standstills(whole);
        List<TimeRange> cuts = new ArrayList<>(unknown);
        cuts.add(new TimeRange(Long.MIN_VALUE, beginNanos));
        cuts.add(new TimeRange(endNanos, Long.MAX_VALUE));
        before.ifPresent(publishing -> cuts.addAll(publishing.waitsBefore(lane)));
        List<TimeRange> found = new ArrayList<>();
        for (TimeRange wait : waitsOf(lane)) {
            List<TimeRange> pieces = List.of(wait);
            for (TimeRange cut : cuts) {
                pieces = without(pieces, cut);
            }
            for (TimeRange piece : pieces) {
                double stood = overlapSeconds(piece, standstills);
                boolean continues = !found.isEmpty()
                        && piece.beginNanos() <= found.get(found.size() - 1).endNanos();
                if ((piece.seconds() - stood) * 1e9 >= minNanos && !continues) {
                    found.add(piece);
                }
            }
        }
        return found;
    }

    /**
     * Returns the waits for acknowledgements of what a partition, or the whole load, is to deliver.
     */
    private List<TimeRange> waitsBefore(Lane delivery) {
        List<TimeRange> all = new ArrayList<>(waitsOf(new Lane(whole, 0)));
        if (!delivery.load().isWhole()) {
            TopicLoad publishing = new TopicLoad(delivery.load().topic(), whole.subscription());
            all.addAll(waitsOf(new Lane(publishing, delivery.partition())));
        }
        return all;
    }

    private static List<TimeRange> without(List<TimeRange> ranges, TimeRange cut) {
        List<TimeRange> left = new ArrayList<>();
        for (TimeRange range : ranges) {
            if (range.beginNanos() < Math.min(range.endNanos(), cut.beginNanos())) {
                left.add(new TimeRange(range.beginNanos(), Math.min(range.endNanos(), cut.beginNanos())));
            }
            if (range.endNanos() > Math.max(range.beginNanos(), cut.endNanos())) {
                left.add(new TimeRange(Math.max(range.beginNanos(), cut.endNanos()), range.endNanos()));
            }
        }
        return left;
    }

    private static double overlapSeconds(TimeRange range, List<TimeRange> others) {
        return others.stream().mapToDouble(range::overlapSeconds).sum();
    }

    private record OfPartition(String name, TimeRange range) {}

    private List<PartialOutage> partial(List<TimeRange> ofWhole) {
        List<OfPartition> all = new ArrayList<>();
        for (Lane lane : waits.all().keySet()) {
            if (!lane.load().isWhole() && lane.load().isPublishing() == whole.isPublishing()) {
                String name = lane.load().topic() + "-" + lane.partition();
                outages(lane, minNanos()).stream()
                        .filter(range -> overlapSeconds(range, ofWhole) < WHOLE_SHARE * range.seconds())
                        .forEach(range -> all.add(new OfPartition(name, range)));
            }
        }
        all.sort(Comparator.comparingLong(each -> each.range.beginNanos()));
        List<PartialOutage> together = new ArrayList<>();
        int first = 0;
        while (first < all.size() && together.size() < MAX_OUTAGES) {
            int end = first;
            long begin = all.get(first).range.beginNanos();
            while (end < all.size() && all.get(end).range.beginNanos() - begin < TOGETHER_NANOS) {
                end++;
            }
            together.add(together(all.subList(first, end)));
            first = end;
        }
        return together;
    }

    private static PartialOutage together(List<OfPartition> outages) {
        TimeRange first = outages.get(0).range;
        long end =
                outages.stream().mapToLong(each -> each.range.endNanos()).max().orElseThrow();
        List<String> names =
                outages.stream().map(OfPartition::name).distinct().sorted().toList();
        return new PartialOutage(
                IsoTime.of(first.beginNanos()),
                new TimeRange(first.beginNanos(), end).seconds(),
                names.size(),
                names.subList(0, Math.min(MAX_PARTITIONS_NAMED, names.size())));
    }
}
