package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.SendListener;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.requests.ProduceRequest;
import org.jspecify.annotations.Nullable;

/**
 * Sends the batches of one producer and hands the answers to the listener. Everything happens on its one thread, except
 * {@link #wake}, {@link #wakeup} and {@link #close}.
 */
abstract class BatchSender implements Runnable {
    final SendSettings settings;
    final BrokerLinks links;
    final BatchPool pool;
    final PartitionQueue[] queues;
    final SendListener listener;
    final SendCounters counters = new SendCounters();

    private volatile long closeByNanos;
    private volatile boolean closing;

    BatchSender(
            SendSettings settings, BrokerLinks links, BatchPool pool, PartitionQueue[] queues, SendListener listener) {
        this.settings = settings;
        this.links = links;
        this.pool = pool;
        this.queues = queues;
        this.listener = listener;
    }

    /** Notes that a batch of a queue is full, or was begun. Any thread. */
    abstract void wake(int queue);

    /** Ends a {@link #turn} that waits. Any thread. */
    abstract void wakeup();

    /** Sends what is due, and waits for answers. */
    abstract void turn();

    /** Gives later batches of a queue another identity than that of its last batches. */
    abstract void forgetIdentity(int queue);

    /** Closes connections other than those of the links. */
    void disconnect() {}

    /** Ends the thread when nothing is left to send, or at a moment. Any thread. */
    void close(long byNanos) {
        closeByNanos = byNanos;
        closing = true;
        wakeup();
    }

    boolean isClosing() {
        return closing;
    }

    @Override
    public void run() {
        Throwable reason = new KafkaException("the producer was closed before the message was acknowledged");
        try {
            while (!closing || !(isIdle() || System.nanoTime() - closeByNanos > 0)) {
                turn();
            }
        } catch (RuntimeException | Error e) {
            reason = e;
        } finally {
            pool.close(reason);
            try {
                disconnect();
                links.close();
            } finally {
                failAll(reason);
            }
        }
    }

    private void failAll(Throwable cause) {
        for (PartitionQueue queue : queues) {
            // Before the rest is taken: a message of a sender that is in its send call now would be forgotten.
            queue.close();
            queue.takeInFlight().forEach(batch -> fail(queue.partition(), batch, cause));
        }
        failWaiting(cause);
    }

    private boolean isIdle() {
        return Arrays.stream(queues).allMatch(PartitionQueue::isIdle);
    }

    void expire(long before) {
        for (int queue = 0; queue < queues.length; queue++) {
            List<BatchBuffer> old = queues[queue].takeOpenedBefore(before);
            if (!old.isEmpty()) {
                var cause = new TimeoutException(old.size() + " batches for partition " + queues[queue].partition()
                        + " were not acknowledged within delivery.timeout.ms");
                giveUp(queue, old, cause);
            }
        }
    }

    static @Nullable Throwable exception(ProduceResponseData.PartitionProduceResponse answer) {
        Errors error = Errors.forCode(answer.errorCode());
        return error == Errors.NONE || error == Errors.DUPLICATE_SEQUENCE_NUMBER
                ? null
                : error.exception(answer.errorMessage());
    }

    /** Notes that a batch was answered, or will not be answered. */
    void resolve(int queue, BatchBuffer batch, @Nullable Throwable failure) {
        if (failure == null) {
            queues[queue].resolved(batch);
            counters.batch(batch.count(), batch.bytes(), batch.waitedNanos());
            listener.acknowledged(queues[queue].partition(), batch.numbers(), batch.count());
            pool.give(batch);
            return;
        }
        if (failure instanceof InvalidMetadataException || failure instanceof DisconnectException) {
            links.askForLeaders();
        }
        boolean outOfOrder = failure instanceof OutOfOrderSequenceException;
        Throwable gap = queues[queue].gapCause();
        if (outOfOrder && gap != null) {
            giveUp(queue, batch, gap);
        } else if (failure instanceof RetriableException || (outOfOrder && !queues[queue].isOldest(batch))) {
            // If it is out of order, a batch before it failed and will be sent again.
            queues[queue].failed(batch, System.nanoTime() + settings.retryBackoffNanos());
        } else {
            giveUp(queue, batch, failure);
        }
    }

    private void giveUp(int queue, List<BatchBuffer> batches, Throwable cause) {
        batches.forEach(batch -> giveUp(queue, batch, cause));
    }

    private void giveUp(int queue, BatchBuffer batch, Throwable cause) {
        queues[queue].resolved(batch);
        if (batch.hasIdentity()) {
            // Sequence numbers are missing now, so later batches need another identity. The cluster may have batches of
            // the old identity and would store them again under the new one. So these are given up, too.
            queues[queue].takeAgain().forEach(other -> fail(queues[queue].partition(), other, cause));
            queues[queue].hasGap(cause);
            forgetIdentity(queue);
        }
        fail(queues[queue].partition(), batch, cause);
    }

    private void fail(int partition, BatchBuffer batch, Throwable cause) {
        long[] numbers = batch.numbers();
        for (int i = 0; i < batch.count() * BatchBuffer.NUMBERS; i += BatchBuffer.NUMBERS) {
            listener.failed(partition, numbers[i], numbers[i + 1], numbers[i + 2], cause);
        }
        pool.give(batch);
    }

    void failWaiting(Throwable cause) {
        for (int queue = 0; queue < queues.length; queue++) {
            failWaiting(queue, cause);
        }
    }

    void failWaiting(int queue, Throwable cause) {
        giveUp(queue, queues[queue].takeOpenedBefore(System.nanoTime()), cause);
    }

    /** Counts how a producer puts messages together, by the names of Kafka's own client. Any thread. */
    static final class SendCounters {
        private long requests;
        private long requestNanos;
        private long batches;
        private long messages;
        private long bytes;
        private long queueNanos;

        synchronized void request(long nanos) {
            requestNanos += nanos;
            requests++;
        }

        /** Notes that a batch was acknowledged, which had waited for this time to be sent. */
        synchronized void batch(int count, int size, long waitedNanos) {
            batches++;
            messages += count;
            bytes += size;
            queueNanos += waitedNanos;
        }

        synchronized Map<String, Double> metrics() {
            var metrics = new TreeMap<String, Double>();
            double count = requests;
            if (count > 0 && batches > 0) {
                metrics.put("request-total", count);
                metrics.put("request-latency-avg", requestNanos / count / 1e6);
                metrics.put("batch-size-avg", (double) bytes / batches);
                metrics.put("record-queue-time-avg", queueNanos / 1e6 / batches);
                metrics.put("records-per-request-avg", messages / count);
            }
            return metrics;
        }
    }

    /**
     * Settings of a producer's batches, by its properties.
     *
     * @param acks -1, 0 or 1
     * @param idempotent whether the cluster is to store each batch once
     * @param requestTimeoutMillis limit for one answer
     * @param retryBackoffNanos time before a batch is sent again
     * @param deliveryTimeoutNanos from the first message of a batch until it is given up
     */
    record SendSettings(
            String topic,
            short acks,
            boolean idempotent,
            Compression compression,
            int mostRequestBytes,
            int requestTimeoutMillis,
            long retryBackoffNanos,
            long deliveryTimeoutNanos) {

        ProduceRequestData.TopicProduceData topic(Uuid id) {
            return new ProduceRequestData.TopicProduceData().setName(topic).setTopicId(id);
        }

        void add(ProduceRequestData.TopicProduceData part, int partition, BatchBuffer batch) {
            var data = new ProduceRequestData.PartitionProduceData();
            part.partitionData().add(data.setIndex(partition).setRecords(batch.encoded(compression)));
        }

        ProduceRequest.Builder request(ProduceRequestData.TopicProduceData part) {
            var data = new ProduceRequestData().setAcks(acks).setTimeoutMs(requestTimeoutMillis);
            data.topicData().add(part);
            return ProduceRequest.builder(data);
        }

        static SendSettings of(ProducerConfig config, String topic) {
            return new SendSettings(
                    topic,
                    Short.parseShort(config.getString(ProducerConfig.ACKS_CONFIG)),
                    config.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG),
                    compression(config),
                    config.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
                    config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG),
                    config.getLong(ProducerConfig.RETRY_BACKOFF_MS_CONFIG) * 1_000_000,
                    config.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG) * 1_000_000L);
        }

        private static Compression compression(ProducerConfig config) {
            CompressionType type = CompressionType.forName(config.getString(ProducerConfig.COMPRESSION_TYPE_CONFIG));
            return switch (type) {
                case NONE, SNAPPY -> Compression.of(type).build();
                case GZIP -> Compression.gzip().level(level(config, type)).build();
                case LZ4 -> Compression.lz4().level(level(config, type)).build();
                case ZSTD -> Compression.zstd().level(level(config, type)).build();
            };
        }

        private static int level(ProducerConfig config, CompressionType type) {
            return config.getInt("compression." + type.name + ".level");
        }
    }
}
