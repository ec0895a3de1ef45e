package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/**
 * A producer that lays messages out in batches as they are sent, and has one thread, {@code wire-producer-ID}, that sends the
 * batches and handles the answers. It obeys the properties of Kafka's own producer; {@code batch.size} counts bytes before
 * compression.
 */
public final class WireProducer implements Producer {
    private static final long CLOSE_NANOS = 10_000_000_000L;
    private static final long JOIN_MILLIS = 12_000;
    /** Batch size of thousands of connections, which send few messages at a time. Larger messages have own batches. */
    private static final int OWN_BATCH_BYTES = 1024;

    private final SendListener listener;
    private final PartitionQueue[] queues;
    private final BatchBuffer.FixedHeaders headers;
    private final BatchPool pool;
    private final BatchSender sender;
    private final Thread thread;
    private final long mostBlockedNanos;
    private final int mostMessageBytes;
    private final int stickyBytes;
    private final boolean ignoresKeys;
    private final int partitions;
    private final Connections connections;
    private int sticky = -1;
    private int stickyLeft;

    private WireProducer(ProducerConfig config, ProducerSpec spec, SendListener listener) {
        this.listener = listener;
        int batchBytes = Math.max(1, config.getInt(ProducerConfig.BATCH_SIZE_CONFIG));
        int inFlight = config.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION);
        long lingerNanos = config.getLong(ProducerConfig.LINGER_MS_CONFIG) * 1_000_000;
        this.partitions = spec.partitions();
        this.connections = spec.connections();
        boolean own = connections.areWanted();
        this.queues = new PartitionQueue[own ? connections.perProducer() : partitions];
        Arrays.setAll(queues, queue -> new PartitionQueue(queue % partitions, lingerNanos, inFlight));
        int bufferBytes = own ? Math.min(OWN_BATCH_BYTES, batchBytes) : batchBytes;
        long memory = config.getLong(ProducerConfig.BUFFER_MEMORY_CONFIG);
        if (bufferBytes > memory) {
            throw new ConfigException(
                    ProducerConfig.BATCH_SIZE_CONFIG, batchBytes, "must be at most buffer.memory, which is " + memory);
        }
        this.headers = new BatchBuffer.FixedHeaders(spec.headers());
        this.pool = new BatchPool(bufferBytes, headers, memory);
        this.mostBlockedNanos = TimeUnit.MILLISECONDS.toNanos(config.getLong(ProducerConfig.MAX_BLOCK_MS_CONFIG));
        this.mostMessageBytes = (int) Math.min(memory, config.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG));
        this.stickyBytes = batchBytes;
        this.ignoresKeys = config.getBoolean(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG);
        var settings = BatchSender.SendSettings.of(config, spec.topic());
        var links = new BrokerLinks(config, spec.topic(), inFlight, MemoryPool.NONE);
        this.sender = own
                ? new OwnConnections(config, settings, links, pool, queues, connections, listener)
                : new SendLoop(settings, links, pool, queues, listener);
        this.thread = new Thread(sender, "wire-producer-" + spec.clientId());
        thread.setDaemon(true);
    }

    /**
     * Opens a producer. Connects when the first message is sent.
     *
     * @throws org.apache.kafka.common.KafkaException if the configuration cannot be used
     */
    public static WireProducer open(ProducerConfig config, ProducerSpec spec, SendListener listener) {
        var producer = new WireProducer(config, spec, listener);
        producer.thread.start();
        return producer;
    }

    @Override
    public void send(
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        int to = partition >= 0 ? partition : choose(key, value.length + headers.bytes(), sequence);
        int queue = connections.areWanted() ? connections.carrying(sequence, to, partitions) : to;
        if (!queues[queue].append(key, value, header, sequence, intendedNanos, sentNanos)) {
            sendInNewBatch(queue, key, value, header, sequence, intendedNanos, sentNanos);
        }
    }

    private void sendInNewBatch(
            int queue,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        sender.wake(queue);
        int bytes = BatchBuffer.mostBytes(key, value, header, headers);
        Throwable failure;
        try {
            if (bytes > mostMessageBytes) {
                failure = new RecordTooLargeException("a message of " + value.length
                        + " bytes is larger than max.request.size or buffer.memory allows: " + mostMessageBytes);
            } else {
                BatchBuffer batch = pool.take(bytes, mostBlockedNanos, sender::wakeup);
                if (batch != null) {
                    batch.open(System.nanoTime());
                    batch.append(key, value, header, sequence, intendedNanos, sentNanos);
                    if (queues[queue].begin(batch)) {
                        sender.wake(queue);
                        return;
                    }
                }
                Throwable closed = pool.closedBecause();
                failure =
                        closed == null ? new TimeoutException("no memory for the message within max.block.ms") : closed;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = e;
        }
        listener.failed(queues[queue].partition(), sequence, intendedNanos, sentNanos, failure);
    }

    /** Chooses a partition as Kafka does: by the key; without a key, the same one until a batch is about full. */
    private int choose(byte @Nullable [] key, int bytes, long sequence) {
        if (key != null && !ignoresKeys) {
            return BuiltInPartitioner.partitionForKey(key, partitions);
        }
        if (connections.areWanted()) {
            return connections.partition(sequence, partitions);
        }
        stickyLeft -= bytes;
        if (stickyLeft <= 0 || sticky < 0) {
            sticky = ThreadLocalRandom.current().nextInt(partitions);
            stickyLeft = stickyBytes;
        }
        return sticky;
    }

    @Override
    public long blockedNanos() {
        return pool.waitedNanos();
    }

    @Override
    public long throttledNanos() {
        return sender.links.throttle().nanos();
    }

    @Override
    public Map<String, Double> metrics() {
        Map<String, Double> metrics = sender.counters.metrics();
        metrics.putAll(sender.links.throttle().metrics("produce"));
        return metrics;
    }

    @Override
    public void close() {
        sender.close(System.nanoTime() + CLOSE_NANOS);
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (thread.isAlive()) {
            throw new DriverException(thread.getName() + " has not ended within " + JOIN_MILLIS + " ms");
        }
    }
}
