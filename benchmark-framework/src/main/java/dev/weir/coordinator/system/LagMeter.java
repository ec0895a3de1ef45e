package dev.weir.coordinator.system;

import dev.weir.driver.admin.LogRange;
import dev.weir.wire.message.ConsumerPositions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far subscriptions are behind: the positions of their consumers against the ends of the logs. Positions come with
 * snapshots and ends when the system tells them; the ends are taken as they were when the positions were, on the line
 * through the last two readings. Used by the coordinator's thread.
 */
public final class LagMeter {
    /** The system is asked each second. */
    private static final long OLDEST_NANOS = 5_000_000_000L;

    private final int subscriptions;
    private final Map<Partition, Long> positions = new HashMap<>();
    private double endsBefore;
    private long endsBeforeNanos;
    private double ends;
    private long endsNanos;
    private int readings;

    private record Partition(int subscription, String topic, int partition) {}

    /** @param subscriptions of each topic */
    public LagMeter(int subscriptions) {
        this.subscriptions = subscriptions;
    }

    /** Takes in where consumers are. */
    public void add(List<ConsumerPositions> told) {
        told.forEach(consumer -> consumer.offsets()
                .forEach((partition, offset) ->
                        positions.put(new Partition(consumer.subscription(), consumer.topic(), partition), offset)));
    }

    /** Takes in where logs end; a reading that is known already changes nothing. */
    public void add(LogWatch.Reading reading) {
        if (reading.atNanos() == endsNanos) {
            return;
        }
        endsBefore = ends;
        endsBeforeNanos = endsNanos;
        endsNanos = reading.atNanos();
        ends = reading.ranges().values().stream()
                .flatMap(List::stream)
                .mapToLong(LogRange::endOffset)
                .sum();
        readings++;
    }

    /** Whether it can tell, at a moment shortly ago: ends that were read long before would make any lag seem to go. */
    public boolean isKnown(long atNanos) {
        return readings > 0 && !positions.isEmpty() && atNanos - endsNanos <= OLDEST_NANOS;
    }

    /**
     * Messages that each subscription was behind at a moment shortly ago, in the order of their numbers.
     *
     * @param atNanos when the positions were taken
     */
    public List<Long> lag(long atNanos) {
        double perNano = readings < 2 ? 0 : (ends - endsBefore) / (endsNanos - endsBeforeNanos);
        double endsThen = ends + perNano * (atNanos - endsNanos);
        var sums = new long[subscriptions];
        positions.forEach((partition, offset) -> sums[partition.subscription()] += offset);
        List<Long> lag = new ArrayList<>();
        for (long sum : sums) {
            lag.add(Math.max(0, Math.round(endsThen - sum)));
        }
        return lag;
    }
}
