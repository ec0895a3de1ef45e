package dev.weir.driver.kafka.client;

import dev.weir.driver.exception.DriverException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.internals.ClassicKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.events.ApplicationEventHandler;

/**
 * Ends the network thread of a client of the consumer protocol or of a share group, so that its group is not notified
 * of its end.
 *
 * <p>Effect: the client sends nothing more. Fact relied on: the client has one network thread, which its {@code
 * applicationEventHandler} closes, and which leaves the group only if it was asked to before. Closing with
 * REMAIN_IN_GROUP alone does not suffice: Kafka's client 4.3.1 then still sends a heartbeat with the epoch of a member
 * that leaves, unless one is in flight. What breaks if the fact fails: a member that is killed would leave its group at
 * once; {@code MemberRunTest} and {@code ShareGroupRunTest} fail. A client of the classic protocol respects
 * REMAIN_IN_GROUP.
 */
public final class SuddenEnd {
    public static final String UNKNOWN_CLIENT =
            "a consumer of this Kafka client cannot be killed, since its network thread cannot be ended: ";

    private SuddenEnd() {}

    /**
     * Ends the network thread if needed. Such a client must not be closed any more, because that would wait for its
     * network thread.
     *
     * @return whether it was needed
     * @throws DriverException if the client is constructed in an unknown way
     */
    static boolean of(KafkaConsumer<?, ?> consumer) {
        try {
            Object delegate = ClientThrottle.value(KafkaConsumer.class, "delegate", consumer);
            if (delegate instanceof ClassicKafkaConsumer) {
                return false;
            }
            endNetworkThread(delegate);
            return true;
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new DriverException(UNKNOWN_CLIENT + "use group.protocol=classic, or remove kill from members", e);
        }
    }

    /** Ends the network thread of the implementation inside a client. */
    public static void endNetworkThread(Object delegate) throws ReflectiveOperationException {
        ((ApplicationEventHandler) ClientThrottle.value(delegate.getClass(), "applicationEventHandler", delegate))
                .close();
    }
}
