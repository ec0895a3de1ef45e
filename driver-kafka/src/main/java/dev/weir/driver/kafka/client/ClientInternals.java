package dev.weir.driver.kafka.client;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.wire.ThrottleTime;
import java.lang.reflect.Field;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.internals.ClassicKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.events.ApplicationEventHandler;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads internals of Kafka's clients, and ends their network threads, by reflection. */
public final class ClientInternals {
    public static final String UNKNOWN_CLIENT =
            "a consumer of this Kafka client cannot be killed, since its network thread cannot be ended: ";

    private static final Logger LOG = LoggerFactory.getLogger(ClientInternals.class);

    private ClientInternals() {}

    /**
     * Counts the throttle time of a client.
     *
     * <p>Effect: a {@link ThrottleTime} receives each throttle time. Fact relied on: a client has its registry in the field
     * {@code metrics}, and records {@code throttle_time_ms} of each answer in the sensor {@code produce-throttle-time} or
     * {@code fetch-throttle-time} there. What breaks if the fact fails: throttling is not found; {@code
     * KafkaDriverContractTest} fails.
     */
    static ThrottleTime throttle(KafkaProducer<?, ?> producer) {
        return throttle(producer, "produce-throttle-time");
    }

    static ThrottleTime throttle(KafkaConsumer<?, ?> consumer) {
        return throttleOfDelegate(KafkaConsumer.class, consumer);
    }

    /** Counts for a consumer of a class whose field {@code delegate} has the implementation. */
    public static ThrottleTime throttleOfDelegate(Class<?> owner, Object consumer) {
        try {
            return throttle(value(owner, "delegate", consumer), "fetch-throttle-time");
        } catch (ReflectiveOperationException e) {
            return unknown(e);
        }
    }

    private static ThrottleTime throttle(Object client, String sensor) {
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

    /**
     * Ends the network thread of a client of the consumer protocol, so that its group is not notified of its end. Such a
     * client must not be closed any more, because that would wait for its network thread. A client of the classic
     * protocol respects REMAIN_IN_GROUP. For the consumer protocol that alone does not suffice: Kafka's client 4.3.1 then
     * still sends a heartbeat with the epoch of a member that leaves, unless one is in flight.
     *
     * @return whether it was needed
     * @throws DriverException if the client is constructed in an unknown way
     */
    static boolean endSuddenly(KafkaConsumer<?, ?> consumer) {
        try {
            Object delegate = value(KafkaConsumer.class, "delegate", consumer);
            if (delegate instanceof ClassicKafkaConsumer) {
                return false;
            }
            endNetworkThread(delegate);
            return true;
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new DriverException(UNKNOWN_CLIENT + "use group.protocol=classic, or remove kill from members", e);
        }
    }

    /**
     * Ends the network thread of the implementation inside a client.
     *
     * <p>Effect: the client sends nothing more. Fact relied on: the client has one network thread, which its {@code
     * applicationEventHandler} closes, and which leaves the group only if it was asked to before. What breaks if the fact
     * fails: a member that is killed would leave its group at once; {@code MemberRunTest} and, for share consumers,
     * the tests of share groups with a killed member fail.
     */
    public static void endNetworkThread(Object delegate) throws ReflectiveOperationException {
        ((ApplicationEventHandler) value(delegate.getClass(), "applicationEventHandler", delegate)).close();
    }
}
