package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedSends;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a sink that refuses batches as brokers do. */
class WireProducerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AcknowledgingSink.Verdict REFUSING = (partition, batch) -> Errors.NOT_LEADER_OR_FOLLOWER;

    private final RecordedSends sends = new RecordedSends();

    /** Keeps what it accepted, and checks sequence numbers as a broker does. */
    private static final class Log implements AcknowledgingSink.Verdict {
        private final List<Long> stored = Collections.synchronizedList(new ArrayList<>());
        private final Map<Long, Integer> nextSequence = new HashMap<>();
        private final SplittableRandom random;
        private final double refusals;

        Log(long seed, double refusals) {
            this.random = new SplittableRandom(seed);
            this.refusals = refusals;
        }

        @Override
        public Errors of(int partition, MutableRecordBatch batch) {
            if (random.nextDouble() < refusals) {
                return Errors.NOT_LEADER_OR_FOLLOWER;
            }
            int expected = nextSequence.getOrDefault(batch.producerId(), 0);
            if (batch.baseSequence() != expected) {
                return batch.baseSequence() > expected
                        ? Errors.OUT_OF_ORDER_SEQUENCE_NUMBER
                        : Errors.DUPLICATE_SEQUENCE_NUMBER;
            }
            nextSequence.put(batch.producerId(), expected + batch.countOrNull());
            for (Record each : batch) {
                stored.add(each.value().getLong());
            }
            // Stored, but the answer is lost.
            return random.nextDouble() < refusals ? Errors.REQUEST_TIMED_OUT : Errors.NONE;
        }
    }

    @Test
    void attemptsThatAreRefusedChangeNoMeanOfBatches() {
        Set<Integer> seen = new HashSet<>();

        assertThat(meanBatchBytes((partition, batch) ->
                        seen.add(batch.baseSequence()) ? Errors.NOT_LEADER_OR_FOLLOWER : Errors.NONE))
                .isEqualTo(meanBatchBytes((partition, batch) -> Errors.NONE))
                .isPositive();
    }

    private double meanBatchBytes(AcknowledgingSink.Verdict verdict) {
        try (var sink = new AcknowledgingSink(verdict).with("topic", 1);
                Producer producer = open(sink, Map.of("retry.backoff.ms", "1"))) {
            for (int i = 0; i < 3; i++) {
                int next = sends.resolved() + 1;
                send(producer, i, 8);
                await().atMost(LIMIT).until(() -> sends.resolved() == next);
            }
            return producer.metrics().getOrDefault("batch-size-avg", 0.0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void storesEachMessageOnceInOrderHoweverOftenBatchesAreRefused(long seed) {
        var log = new Log(seed, 0.2);
        sendAll(log, Map.of("batch.size", "300", "retry.backoff.ms", "1"), 2_000);
        assertThat(sends.failed()).isEmpty();
        assertThat(log.stored)
                .containsExactlyElementsOf(LongStream.range(0, 2_000).boxed().toList());
    }

    /** A batch that is refused for good leaves a gap in the sequence numbers, which must not stop what follows. */
    @Test
    void continuesAfterBatchesThatWereGivenUp() {
        var log = new Log(1, 0);
        var refused = new ArrayList<Long>();
        AcknowledgingSink.Verdict verdict = (partition, batch) -> {
            long first = batch.iterator().next().value().getLong();
            if (first / 100 == 5 && refused.size() < 3) {
                refused.add(first);
                return Errors.INVALID_RECORD;
            }
            return log.of(partition, batch);
        };
        sendAll(verdict, Map.of("batch.size", "300", "retry.backoff.ms", "1"), 2_000);
        assertThat(refused).hasSize(3);
        assertThat(sends.failed()).hasSizeBetween(3, 200);
        // The cluster refuses those behind a gap as out of order, which is not why they failed.
        assertThat(sends.causes()).allMatch(InvalidRecordException.class::isInstance);
        // In order, and nothing that was acknowledged is missing. What failed may have been stored.
        assertThat(log.stored)
                .isSorted()
                .doesNotHaveDuplicates()
                .containsAll(sends.acknowledged().stream()
                        .map(RecordedSends.Numbers::sequence)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"TOPIC_AUTHORIZATION_FAILED, 3600000", "NOT_LEADER_OR_FOLLOWER, 1500"})
    void failsMessagesAtOnceIfTheirRefusalCannotPassAndElseWhenTheirTimeIsOver(Errors refusal, String limitMillis) {
        sendAll(
                (partition, batch) -> refusal,
                Map.of("delivery.timeout.ms", limitMillis, "request.timeout.ms", "1000"),
                1);
        assertThat(sends.causes())
                .singleElement()
                .isInstanceOf(
                        refusal == Errors.NOT_LEADER_OR_FOLLOWER
                                ? TimeoutException.class
                                : TopicAuthorizationException.class);
    }

    /** The cluster has lost what it knew of the producer: no later answer mends that. */
    @Test
    void givesUpTheOldestBatchThatIsOutOfOrderThoughOthersAreToFollow() {
        var answers = new AtomicInteger();
        AcknowledgingSink.Verdict verdict = (partition, batch) -> {
            if (batch.producerId() > 1) {
                return Errors.NONE;
            }
            return answers.incrementAndGet() <= 3 ? Errors.NOT_LEADER_OR_FOLLOWER : Errors.OUT_OF_ORDER_SEQUENCE_NUMBER;
        };
        sendAll(verdict, Map.of("batch.size", "100", "retry.backoff.ms", "1"), 100);
        assertThat(sends.failed()).hasSizeBetween(1, 99);
        assertThat(sends.causes()).allMatch(OutOfOrderSequenceException.class::isInstance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"max.request.size", "buffer.memory"})
    void aMessageThatFitsNowhereFailsAtOnce(String limit) {
        try (var sink = new AcknowledgingSink().with("topic", 1);
                Producer producer = open(sink, Map.of("batch.size", "200", limit, "1000"))) {
            send(producer, 1, 2_000);

            assertThat(sends.causes()).hasSize(1).first().isInstanceOf(RecordTooLargeException.class);
        }
    }

    /** The sink accepts nothing, so that the first message keeps the only buffer. */
    @Test
    void aMessageThatWaitsForMemoryTooLongFailsAndItsWaitIsReported() {
        try (var sink = new AcknowledgingSink(REFUSING).with("topic", 1);
                Producer producer = open(
                        sink,
                        Map.of(
                                "batch.size", "200",
                                "buffer.memory", "200",
                                "max.block.ms", "300",
                                "delivery.timeout.ms", "2000",
                                "request.timeout.ms", "1000"))) {
            send(producer, 0, 100);
            send(producer, 1, 100);

            assertThat(sends.failed())
                    .extracting(RecordedSends.Numbers::sequence)
                    .containsExactly(1L);
            assertThat(sends.causes()).singleElement().isInstanceOf(TimeoutException.class);
            assertThat(producer.blockedNanos()).isGreaterThanOrEqualTo(300_000_000);
        }
    }

    @Test
    void refusesBatchesThatNoMemoryIsEnoughFor() {
        try (var sink = new AcknowledgingSink().with("topic", 1)) {
            assertThatThrownBy(() -> open(sink, Map.of("batch.size", "2000", "buffer.memory", "1000")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("batch.size: must be at most buffer.memory, which is 1000");
        }
    }

    @Test
    void sendsMessagesThatAreLargerThanABatch() {
        try (var sink = new AcknowledgingSink().with("topic", 1);
                Producer producer = open(sink, Map.of("batch.size", "100", "buffer.memory", "5000"))) {
            for (int i = 0; i < 50; i++) {
                send(producer, i, i % 2 == 0 ? 3_000 : 20);
            }
            await().atMost(LIMIT).until(() -> sends.acknowledged().size() == 50);
            assertThat(sink.messages()).isEqualTo(50);
        }
    }

    @Test
    void acknowledgesWithoutAnAnswerWhereNoneIsAskedFor() {
        try (var sink = new AcknowledgingSink().with("topic", 2);
                Producer producer = open(sink, Map.of("acks", "0", "enable.idempotence", "false"))) {
            for (int i = 0; i < 100; i++) {
                send(producer, i, 8);
            }
            await().atMost(LIMIT).until(() -> sends.acknowledged().size() == 100 && sink.messages() == 100);
        }
    }

    /** The sink has no room for a second one, so that the sender waits in {@code send}. */
    @Test
    void closingEndsASendThatWaits() throws InterruptedException {
        try (var sink = new AcknowledgingSink(REFUSING).with("topic", 1)) {
            Producer producer =
                    open(sink, Map.of("batch.size", "200", "buffer.memory", "200", "max.block.ms", "3600000"));
            send(producer, 0, 100);
            var sender = new Thread(() -> send(producer, 1, 100));
            sender.start();
            await().atMost(LIMIT).until(() -> sender.getState() == Thread.State.TIMED_WAITING);

            producer.close();

            sender.join(LIMIT.toMillis());
            assertThat(sender.isAlive()).isFalse();
            assertThat(sends.failed()).hasSize(2);
            assertThat(sends.causes())
                    .extracting(Throwable::getMessage)
                    .containsOnly("the producer was closed before the message was acknowledged");
        }
    }

    /** Sends small messages to a sink, and waits until the fate of each is known. */
    private void sendAll(AcknowledgingSink.Verdict verdict, Map<String, String> properties, int messages) {
        try (var sink = new AcknowledgingSink(verdict).with("topic", 1);
                Producer producer = open(sink, properties)) {
            for (int i = 0; i < messages; i++) {
                send(producer, i, 8);
            }
            await().atMost(LIMIT).until(() -> sends.resolved() == messages);
        }
    }

    private Producer open(AcknowledgingSink sink, Map<String, String> properties) {
        return WireProducer.open(sink.producerConfig(properties), new ProducerSpec("test", "topic", 1), sends);
    }

    private static void send(Producer producer, long number, int bytes) {
        producer.send(0, null, ByteBuffer.allocate(bytes).putLong(number).array(), null, number, number, number);
    }
}
