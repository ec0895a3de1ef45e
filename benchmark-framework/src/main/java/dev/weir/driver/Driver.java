package dev.weir.driver;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.client.TransactionSupport;
import dev.weir.driver.durability.Guarantee;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Optional;

/**
 * A connection to the system under test, as one worker or the coordinator uses it. All methods may be called from any
 * thread, and block until what they open can be used.
 */
public interface Driver extends AutoCloseable {

    /**
     * Opens the administration.
     *
     * @throws DriverException if the system cannot be reached or refuses
     */
    Admin openAdmin();

    /**
     * Opens a producer.
     *
     * @param listener hears of every message that is sent, see {@link SendListener}
     * @throws DriverException if the producer cannot be made
     */
    Producer openProducer(ProducerSpec spec, SendListener listener);

    /**
     * Opens a consumer that joins its subscription and receives at once, on a thread of the driver's own. Its partitions
     * may be given to it only after this has returned: {@link Consumer#positions} tells.
     *
     * @param listener hears of every message that is received, see {@link ReceiveListener}
     * @throws DriverException if the consumer cannot be made
     */
    Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener);

    /**
     * Whether {@link SendListener#acknowledged} means that the system has acknowledged the message. False where the
     * client is told not to wait (acks=0): there are no publish latencies then.
     */
    default boolean acknowledges() {
        return true;
    }

    /**
     * What is promised of acknowledged messages. A run whose audit finds that a promise was broken has missed a threshold,
     * whatever its workload says.
     */
    default Guarantee guarantee() {
        return Guarantee.NONE;
    }

    /**
     * How long the client waits for more messages before it sends those it has. Send times need not be met more exactly
     * than a small part of it.
     */
    default Duration linger() {
        return Duration.ZERO;
    }

    /**
     * How much a producer's client needs under way to be busy, to begin with: about as much as it can have on its way to
     * one partition. More is tried out.
     */
    default long pipelineBytes() {
        return 1 << 20;
    }

    /** Transactions, if the system has them. */
    default Optional<TransactionSupport> transactions() {
        return Optional.empty();
    }

    /** Reading when one wants to, if the system can do that. */
    default Optional<ReaderSupport> reads() {
        return Optional.empty();
    }

    /** Closes what the driver itself holds. Producers, consumers and administrations have been closed before. */
    @Override
    void close();
}
