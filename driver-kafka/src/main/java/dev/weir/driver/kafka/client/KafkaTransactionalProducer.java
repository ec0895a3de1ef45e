package dev.weir.driver.kafka.client;

import dev.weir.driver.client.Reader;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.config.UseCheck;
import dev.weir.driver.kafka.wire.ThrottleTime;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.driver.transaction.TransactionalProducer;
import dev.weir.driver.transaction.TransactionalSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Transactions of one {@link KafkaProducer}. Waits of the client end after its {@code max.block.ms}. */
public final class KafkaTransactionalProducer implements TransactionalProducer {
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);

    private final KafkaProducer<byte @Nullable [], byte[]> producer;
    private final String transactionalId;
    private final SendListener listener;
    private final KafkaHeaders headers;
    private final ThrottleTime throttle;

    private KafkaTransactionalProducer(
            KafkaProducer<byte @Nullable [], byte[]> producer, TransactionalSpec spec, SendListener listener) {
        this.producer = producer;
        this.transactionalId = spec.transactionalId();
        this.headers = new KafkaHeaders(spec.headers());
        this.listener = listener;
        this.throttle = ClientInternals.throttle(producer);
    }

    /**
     * Opens a producer with the spec's {@code transactional.id}, {@code acks=all} and idempotence. A driver file with other
     * values of {@code acks} or {@code enable.idempotence} is refused; {@code ConfigCheck} refuses a {@code
     * transactional.id}.
     *
     * @throws DriverException if the file is refused, or the producer cannot be opened
     */
    public static KafkaTransactionalProducer open(DriverConfig config, TransactionalSpec spec, SendListener listener) {
        for (ConfigProblem problem : UseCheck.problems(config, new ClientUse(Optional.empty(), false, true, 1))) {
            if (problem.refuses()) {
                throw new DriverException(problem.field() + "." + problem.message());
            }
        }
        Map<String, Object> properties = ClientProperties.forProducer(config, spec.clientId());
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, spec.transactionalId());
        KafkaProducer<byte @Nullable [], byte[]> client = FailureRemedy.opened(
                config, "producer " + spec.clientId(), () -> new KafkaProducer<>(new LinkedHashMap<>(properties)));
        var producer = new KafkaTransactionalProducer(client, spec, listener);
        try {
            // Fences the previous producer with the id, and ends its open transaction.
            producer.asked("begin with transactions", true, client::initTransactions);
        } catch (DriverException | KafkaException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        return producer;
    }

    @Override
    public void begin() {
        asked("begin a transaction", false, producer::beginTransaction);
    }

    @Override
    public void send(
            String topic,
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        try {
            var message = headers.message(topic, partition < 0 ? null : (Integer) partition, key, value, header);
            var unused =
                    producer.send(message, new KafkaDriverProducer.Sent(listener, sequence, intendedNanos, sentNanos));
        } catch (RuntimeException e) {
            // As in KafkaDriverProducer: what is thrown has not been given to the callback.
            listener.failed(partition, sequence, intendedNanos, sentNanos, e);
        }
    }

    @Override
    public void sendOffsets(Reader reader, Map<Integer, Long> offsets) {
        if (!(reader instanceof KafkaReader ofKafka)) {
            throw new IllegalArgumentException("not a reader of this driver: " + reader);
        }
        var committed = ofKafka.offsets(offsets);
        asked("send offsets", false, () -> producer.sendOffsetsToTransaction(committed, ofKafka.groupMetadata()));
    }

    @Override
    public void commit() {
        asked("commit", true, producer::commitTransaction);
    }

    @Override
    public void abort() {
        asked("abort", true, producer::abortTransaction);
    }

    @Override
    public long throttledNanos() {
        return throttle.nanos();
    }

    @Override
    public Map<String, Double> metrics() {
        return ClientMetrics.ofProducer(producer.metrics(), throttle);
    }

    @Override
    public void close() {
        close(CLOSE_DEADLINE);
    }

    private void close(Duration deadline) {
        try {
            producer.close(deadline);
        } catch (KafkaException e) {
            throw new DriverException(
                    "the producer " + transactionalId + " cannot be closed: " + FailureRemedy.text(e), e);
        }
    }

    /** @param repeatable whether the client allows the same call again after a timeout */
    private void asked(String what, boolean repeatable, Runnable action) {
        try {
            action.run();
        } catch (KafkaException | IllegalStateException e) {
            String message = transactionalId + " cannot " + what + ": " + FailureRemedy.text(e);
            if (hasCause(e, ProducerFencedException.class, InvalidProducerEpochException.class)) {
                throw new TransactionException(Remedy.CLOSE, false, message, e);
            }
            if (isFatal(e)) {
                throw new DriverException(message, e);
            }
            boolean late = hasCause(e, TimeoutException.class);
            boolean retry = repeatable && e instanceof TimeoutException;
            throw new TransactionException(retry ? Remedy.RETRY : Remedy.ABORT, late, message, e);
        }
    }

    /** Returns whether the client can only be closed after this failure. */
    private static boolean isFatal(RuntimeException e) {
        return e instanceof IllegalStateException
                || e instanceof InterruptException
                || hasCause(
                        e,
                        ClusterAuthorizationException.class,
                        InvalidConfigurationException.class,
                        InvalidPidMappingException.class,
                        InvalidTxnStateException.class,
                        TransactionalIdAuthorizationException.class,
                        UnsupportedVersionException.class);
    }

    /**
     * Returns whether a cause has one of these types: the client wraps an earlier failure into an exception that only
     * reports an error state.
     */
    private static boolean hasCause(Throwable e, Class<?>... classes) {
        return FailureText.chain(e).stream()
                .anyMatch(cause -> Arrays.stream(classes).anyMatch(each -> each.isInstance(cause)));
    }
}
