package dev.weir.driver.kafka.client;

import dev.weir.driver.client.SendListener;
import dev.weir.driver.client.TransactionSupport;
import dev.weir.driver.client.TransactionalProducer;
import dev.weir.driver.client.TransactionalSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.ConfigValues;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's transactions. In addition to its {@code transactional.id}, a producer gets settings that transactions need,
 * {@code acks=all} and idempotence: a driver file with other values would measure something else, and is refused.
 */
record TransactionalClients(DriverConfig config) implements TransactionSupport {
    /** Default interval in which brokers look for transactions that have lasted too long. */
    private static final Duration TRANSACTION_CHECK_INTERVAL = Duration.ofSeconds(10);

    @Override
    public TransactionalProducer openProducer(TransactionalSpec spec, SendListener listener) {
        contradict(ProducerConfig.ACKS_CONFIG, Set.of("all", "-1"));
        contradict(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, Set.of("true"));
        contradict(ProducerConfig.TRANSACTIONAL_ID_CONFIG, Set.of());
        Map<String, Object> properties = ClientProperties.forProducer(config, spec.clientId());
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, spec.transactionalId());
        KafkaProducer<byte @Nullable [], byte[]> client = KafkaDriver.made(
                config, "producer " + spec.clientId(), () -> new KafkaProducer<>(new LinkedHashMap<>(properties)));
        var producer = new KafkaTransactionalProducer(client, spec, listener);
        try {
            producer.initialize();
        } catch (DriverException | KafkaException e) {
            producer.abandon();
            throw e;
        }
        return producer;
    }

    /**
     * Returns the take-over time. The group reassigns its partitions after {@code session.timeout.ms}, the broker ends
     * its transaction after {@code transaction.timeout.ms}: both count from its death, or earlier, and both happen when
     * a client asks.
     */
    @Override
    public Duration takeOver() {
        long transaction = KafkaDriver.number(
                ProducerConfig.configDef(),
                ConfigValues.resolved(config).clients().effectiveProducer(),
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        long session = KafkaDriver.number(
                ConsumerConfig.configDef(),
                ConfigValues.resolved(config).clients().effectiveConsumer(),
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        return Duration.ofMillis(Math.max(transaction, session)).plus(TRANSACTION_CHECK_INTERVAL);
    }

    private void contradict(String name, Set<String> allowed) {
        String got = ConfigValues.resolved(config).clients().effectiveProducer().get(name);
        if (got != null && !allowed.contains(got.strip())) {
            String field = config.clients().producer().containsKey(name) ? "producerConfig" : "commonConfig";
            String message = field + "." + name + " must "
                    + (allowed.isEmpty() ? "not be set" : "be " + String.join(" or ", allowed))
                    + " for transactions, got " + got + ": take it out of the driver file";
            throw new DriverException(ConfigValues.redacted(message, config));
        }
    }
}
