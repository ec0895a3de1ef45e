package dev.weir.driver.kafka.client;

import dev.weir.driver.client.ReceiveListener;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Partitions of a consumer, with its position in each, and whether it is paused. Methods are called by the polling
 * thread, except {@link #pause}, {@link #isPauseWanted} and {@link #positions}.
 *
 * <p>Positions are the client's, not the last offset plus one: control records take offsets too, so a consumer
 * that has read everything would otherwise never reach the end.
 */
final class AssignedPartitions implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(AssignedPartitions.class);
    private static final long NONE = -1;

    /** The client asks for the same offsets next; if there is no answer, only the cause of a reset remains unknown. */
    private static final Duration COMMITTED_DEADLINE = Duration.ofSeconds(5);

    /** The same if the consumer keeps other partitions: a cooperative group goes on reading them meanwhile. */
    private static final Duration COMMITTED_DEADLINE_OF_READER = Duration.ofMillis(50);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Runnable beforeRevocation;
    private final IntConsumer afterRevocation;
    private final ReceiveListener listener;
    private final AtomicLongArray positions;
    /** Like the positions, but kept while a position is determined again. Polling thread. */
    private final long[] reached;

    /** Assigned partitions for which the client had no position yet. */
    private final Set<TopicPartition> unknown = new HashSet<>();

    private volatile boolean pauseWanted;
    private boolean paused;

    /**
     * @param pausesAlways whether the consumer itself never fetches, because something else fetches for it
     * @param beforeRevocation called while revoked partitions are still assigned
     * @param afterRevocation called with each revoked partition
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
        this.reached = new long[partitions];
        clear();
    }

    /** Pauses or resumes from the next poll on. Any thread. */
    void pause(boolean wanted) {
        pauseWanted = wanted;
    }

    /** Returns the last argument of {@link #pause}. Any thread. */
    boolean isPauseWanted() {
        return pauseWanted;
    }

    boolean isEmpty() {
        return consumer.assignment().isEmpty();
    }

    /** Pauses or resumes before a poll. Partitions that are assigned during the poll are paused at once. */
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

    /** Advances the positions after a poll whose messages have been delivered. */
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

    /** Returns a copy of the positions, -1 where there is none. Any thread. */
    long[] positions() {
        return IntStream.range(0, positions.length()).mapToLong(positions::get).toArray();
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
        noteResets(partitions);
        unknown.addAll(partitions);
        if (paused) {
            consumer.pause(partitions);
        }
    }

    private void noteResets(Collection<TopicPartition> partitions) {
        boolean keepsOthers = consumer.assignment().size() > partitions.size();
        Duration limit = keepsOthers ? COMMITTED_DEADLINE_OF_READER : COMMITTED_DEADLINE;
        try {
            int resets = (int) consumer.committed(Set.copyOf(partitions), limit).values().stream()
                    .filter(Objects::isNull)
                    .count();
            if (resets > 0) {
                listener.positionsReset(resets);
            }
        } catch (KafkaException e) {
            LOG.debug("it is unknown whether offsets of {} are committed", partitions, e);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        beforeRevocation.run();
        forget(partitions);
    }

    /** Handles lost partitions, which another consumer already owns: it reads uncommitted messages again. */
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

    /** Lets the client determine the positions of partitions again. */
    void placeAgain(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> {
            positions.set(partition.partition(), NONE);
            unknown.add(partition);
        });
    }

    /**
     * Sets the position in a partition. A position that goes back was out of range. Partitions that the run does not know,
     * which an existing topic may have, are ignored.
     */
    void set(int partition, long position) {
        if (partition < positions.length()) {
            if (position != NONE && position < reached[partition]) {
                listener.positionsReset(1);
            }
            reached[partition] = position;
            positions.set(partition, position);
        }
    }
}
