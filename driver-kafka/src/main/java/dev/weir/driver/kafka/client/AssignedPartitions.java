package dev.weir.driver.kafka.client;

import dev.weir.driver.client.ReceiveListener;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The partitions that a consumer has, how far it is in each, and whether it is paused. Methods belong to the polling
 * thread, except {@link #pause}, {@link #isPauseWanted} and {@link #positions}.
 *
 * <p>Positions are the client's, not the last offset plus one: markers of transactions take up offsets too, and a consumer
 * that has read everything would otherwise never seem to have.
 */
final class AssignedPartitions implements ConsumerRebalanceListener {
    private static final long NONE = -1;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Runnable beforeRevocation;
    private final IntConsumer afterRevocation;
    private final ReceiveListener listener;
    private final AtomicLongArray positions;
    /** Assigned, and the client had no position for them yet. */
    private final Set<TopicPartition> unknown = new HashSet<>();

    private volatile boolean pauseWanted;
    private boolean paused;

    /**
     * Those of a consumer that has none yet.
     *
     * @param listener hears of each change
     * @param pausesAlways whether the consumer itself is never to fetch, because something else fetches for it
     * @param beforeRevocation called while the partitions that are to go are still assigned
     * @param afterRevocation called with each partition that is gone
     */
    AssignedPartitions(
            KafkaConsumer<byte[], byte[]> consumer,
            int partitions,
            ReceiveListener listener,
            boolean pausesAlways,
            Runnable beforeRevocation,
            IntConsumer afterRevocation) {
        this.consumer = consumer;
        this.listener = listener;
        this.paused = pausesAlways;
        this.beforeRevocation = beforeRevocation;
        this.afterRevocation = afterRevocation;
        this.positions = new AtomicLongArray(partitions);
        clear();
    }

    /** Any thread: from the next poll on. */
    void pause(boolean wanted) {
        pauseWanted = wanted;
    }

    /** What {@link #pause} was last called with. Any thread. */
    boolean isPauseWanted() {
        return pauseWanted;
    }

    /** Whether there are none. */
    boolean isEmpty() {
        return consumer.assignment().isEmpty();
    }

    /** Before a poll. Partitions that come during it are paused as they come. */
    void applyPause() {
        if (pauseWanted != paused) {
            paused = pauseWanted;
            if (paused) {
                consumer.pause(consumer.assignment());
            } else {
                consumer.resume(consumer.paused());
            }
        }
    }

    /** After a poll whose messages have been delivered. */
    void advance(Map<TopicPartition, OffsetAndMetadata> nextOffsets) {
        nextOffsets.forEach((partition, next) -> {
            set(partition.partition(), next.offset());
            unknown.remove(partition);
        });
        if (!unknown.isEmpty()) {
            unknown.removeIf(this::positionIsKnown);
        }
    }

    private boolean positionIsKnown(TopicPartition partition) {
        try {
            set(partition.partition(), consumer.position(partition, Duration.ZERO));
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Any thread: a copy, -1 where there is none. */
    long[] positions() {
        long[] copy = new long[positions.length()];
        for (int partition = 0; partition < copy.length; partition++) {
            copy[partition] = positions.get(partition);
        }
        return copy;
    }

    void clear() {
        unknown.clear();
        for (int partition = 0; partition < positions.length(); partition++) {
            positions.set(partition, NONE);
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        listener.assigned(numbers(partitions));
        unknown.addAll(partitions);
        if (paused) {
            consumer.pause(partitions);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        beforeRevocation.run();
        forget(partitions);
    }

    /** They are another consumer's by now: what was not committed is read again there. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        forget(partitions);
    }

    private void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> {
            unknown.remove(partition);
            set(partition.partition(), NONE);
            afterRevocation.accept(partition.partition());
        });
        listener.revoked(numbers(partitions));
    }

    private static List<Integer> numbers(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::partition).toList();
    }

    /** The client is to find out again where assigned partitions continue. */
    void placeAgain(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> {
            set(partition.partition(), NONE);
            unknown.add(partition);
        });
    }

    /**
     * How far the consumer is in a partition. A topic that exists may have more partitions than the run knows; those have no
     * place here.
     */
    void set(int partition, long position) {
        if (partition < positions.length()) {
            positions.set(partition, position);
        }
    }
}
