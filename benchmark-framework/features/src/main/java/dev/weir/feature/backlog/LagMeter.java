package dev.weir.feature.backlog;

import dev.weir.coordinator.system.LogWatch;
import dev.weir.driver.admin.LogRange;
import dev.weir.wire.message.Message.ConsumerPositions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Computes the consumer lag of subscriptions: log ends minus consumer positions, or minus the begin of a log if the
 * position is before it, because messages that were removed cannot be read any more. Positions arrive with snapshots, log
 * ends with readings of {@link LogWatch}. The ends at the time of the positions are taken from the line through the
 * last two readings. Used by the coordinator's thread.
 */
final class LagMeter {
    /** Readings normally arrive each second. */
    private static final long MAX_AGE_NANOS = 5_000_000_000L;

    private final int subscriptions;
    private final Map<Partition, Long> positions = new HashMap<>();
    private Map<String, List<LogRange>> logs = Map.of();
    private double endsBefore;
    private long endsBeforeNanos;
    private double ends;
    private long endsNanos;
    private int readings;

    private record Partition(int subscription, String topic, int partition) {}

    LagMeter(int subscriptions) {
        this.subscriptions = subscriptions;
    }

    void add(List<ConsumerPositions> reported) {
        reported.forEach(consumer -> consumer.offsets()
                .forEach((partition, offset) ->
                        positions.put(new Partition(consumer.subscription(), consumer.topic(), partition), offset)));
    }

    /** Adds a reading of log ends, unless it is already known. */
    void add(LogWatch.Reading reading) {
        if (reading.atNanos() == endsNanos) {
            return;
        }
        endsBefore = ends;
        endsBeforeNanos = endsNanos;
        endsNanos = reading.atNanos();
        logs = reading.ranges();
        Stream<LogRange> all = logs.values().stream().flatMap(List::stream);
        ends = all.mapToLong(LogRange::endOffset).sum();
        readings++;
    }

    /** Returns whether the lag at a recent moment is known. Older log ends would make any lag seem to shrink. */
    boolean isKnown(long atNanos) {
        return readings > 0 && !positions.isEmpty() && atNanos - endsNanos <= MAX_AGE_NANOS;
    }

    /** Returns each subscription's lag in messages, by number, at {@code atNanos}, when the positions were taken. */
    List<Long> lag(long atNanos) {
        double perNano = readings < 2 ? 0 : (ends - endsBefore) / (endsNanos - endsBeforeNanos);
        double endsThen = ends + perNano * (atNanos - endsNanos);
        var sums = new long[subscriptions];
        positions.forEach((partition, offset) -> sums[partition.subscription()] += Math.max(offset, begin(partition)));
        LongStream lag = LongStream.of(sums).map(sum -> Math.round(endsThen - sum));
        return lag.map(messages -> Math.max(0, messages)).boxed().toList();
    }

    /** Returns how many messages were removed from the logs before subscriptions read them, and are not passed over yet. */
    long removed() {
        return positions.entrySet().stream()
                .mapToLong(each -> Math.max(0, begin(each.getKey()) - each.getValue()))
                .sum();
    }

    private long begin(Partition partition) {
        List<LogRange> ranges = logs.getOrDefault(partition.topic(), List.of());
        int number = partition.partition();
        return number < ranges.size() ? ranges.get(number).startOffset() : 0;
    }
}
