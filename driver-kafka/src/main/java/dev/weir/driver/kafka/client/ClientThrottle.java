package dev.weir.driver.kafka.client;

import dev.weir.driver.kafka.wire.ThrottleTime;
import java.lang.reflect.Field;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the throttle time of Kafka's own clients.
 *
 * <p>Effect: a {@link ThrottleTime} receives each throttle time. Fact relied on: a client has its registry in the field {@code
 * metrics}, and records {@code throttle_time_ms} of each answer in the sensor {@code produce-throttle-time} or {@code
 * fetch-throttle-time} there. What breaks if the fact fails: throttling is not found; {@code KafkaDriverContractTest} fails.
 */
public final class ClientThrottle {
    private static final Logger LOG = LoggerFactory.getLogger(ClientThrottle.class);

    private ClientThrottle() {}

    public static ThrottleTime of(KafkaProducer<?, ?> producer) {
        return of(producer, "produce-throttle-time");
    }

    static ThrottleTime of(KafkaConsumer<?, ?> consumer) {
        return ofDelegate(KafkaConsumer.class, consumer);
    }

    /** Counts for a consumer of a class whose field {@code delegate} has the implementation. */
    public static ThrottleTime ofDelegate(Class<?> owner, Object consumer) {
        try {
            return of(value(owner, "delegate", consumer), "fetch-throttle-time");
        } catch (ReflectiveOperationException e) {
            return unknown(e);
        }
    }

    private static ThrottleTime of(Object client, String sensor) {
        var time = new ThrottleTime();
        try {
            Sensor found = ((Metrics) value(client.getClass(), "metrics", client)).getSensor(sensor);
            found.add(
                    new MetricName("throttled-time-ms", "weir", "time for which brokers delayed the client", Map.of()),
                    time);
            return time;
        } catch (ReflectiveOperationException | ClassCastException | NullPointerException e) {
            return unknown(e);
        }
    }

    private static ThrottleTime unknown(Exception e) {
        LOG.warn("this Kafka client does not report how long brokers throttle it", e);
        return new ThrottleTime();
    }

    public static Object value(Class<?> owner, String name, Object object) throws ReflectiveOperationException {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }
}
