package dev.weir.driver.kafka.client;

import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.wire.ThrottleTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;

/** A {@link KafkaConsumer} that its caller polls. It never commits by itself. */
public final class KafkaReader implements Reader {
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration LEAVE = Duration.ofSeconds(10);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ReaderSpec spec;
    private final ThrottleTime throttle;
    private final Map<Integer, TopicPartition> partitions = new HashMap<>();

    public KafkaReader(KafkaConsumer<byte[], byte[]> consumer, ReaderSpec spec) {
        this.consumer = consumer;
        this.spec = spec;
        this.throttle = ClientInternals.throttle(consumer);
        if (spec.partitions().isEmpty()) {
            consumer.subscribe(List.of(spec.topic()));
        } else {
            consumer.assign(spec.partitions().stream().map(this::partition).toList());
        }
    }

    @Override
    public int poll(Duration within, ReceiveListener listener) {
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = consumer.poll(within);
        } catch (WakeupException e) {
            return 0;
        } catch (RetriableException e) {
            listener.failed(e, false);
            return 0;
        } catch (KafkaException e) {
            throw failed("read", e);
        }
        if (!records.isEmpty()) {
            MessageSource.hand(records, listener);
        }
        return records.count();
    }

    /** Returns the positions; requests only those from the cluster that the client does not have yet. */
    @Override
    public Map<Integer, Long> positions() {
        return asked("tell its positions", () -> {
            Map<Integer, Long> positions = new HashMap<>();
            for (TopicPartition each : consumer.assignment()) {
                positions.put(each.partition(), consumer.position(each, ANSWER));
            }
            return positions;
        });
    }

    @Override
    public void seek(int partition, long offset) {
        try {
            consumer.seek(partition(partition), offset);
        } catch (IllegalStateException e) {
            throw failed("go to offset " + offset + " of partition " + partition, e);
        }
    }

    @Override
    public void commit() {
        asked("commit", () -> {
            consumer.commitSync(ANSWER);
            return true;
        });
    }

    @Override
    public long throttledNanos() {
        return throttle.nanos();
    }

    @Override
    public void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        try {
            consumer.close(CloseOptions.timeout(LEAVE));
        } catch (WakeupException e) {
            consumer.close(CloseOptions.timeout(LEAVE));
        } catch (KafkaException e) {
            throw failed("be closed", e);
        }
    }

    ConsumerGroupMetadata groupMetadata() {
        return consumer.groupMetadata();
    }

    Map<TopicPartition, OffsetAndMetadata> offsets(Map<Integer, Long> byPartition) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        byPartition.forEach((partition, offset) -> offsets.put(partition(partition), new OffsetAndMetadata(offset)));
        return offsets;
    }

    private TopicPartition partition(int number) {
        return partitions.computeIfAbsent(number, each -> new TopicPartition(spec.topic(), each));
    }

    /** Makes a request. A wake-up is meant for a poll, and is used up when it has been thrown. */
    private <T> T asked(String what, Supplier<T> question) {
        try {
            try {
                return question.get();
            } catch (WakeupException e) {
                return question.get();
            }
        } catch (KafkaException e) {
            throw failed(what, e);
        }
    }

    private DriverException failed(String what, RuntimeException e) {
        return new DriverException(spec.clientId() + " cannot " + what + ": " + FailureRemedy.text(e), e);
    }
}
