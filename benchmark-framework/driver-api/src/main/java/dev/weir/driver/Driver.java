package dev.weir.driver;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.durability.Guarantee;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.share.ShareSupport;
import dev.weir.driver.transaction.TransactionSupport;
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
     * @param listener is called for every message that is sent, see {@link SendListener}
     * @throws DriverException if the producer cannot be made
     */
    Producer openProducer(ProducerSpec spec, SendListener listener);

    /**
     * Opens a consumer that joins its subscription and receives at once, on a thread of the driver's own. The system
     * may assign partitions to it only after this method has returned: {@link Consumer#positions} reports them.
     *
     * @param listener is called for every message that is received, see {@link ReceiveListener}
     * @throws DriverException if the consumer cannot be made
     */
    Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener);

    /**
     * Whether {@link SendListener#acknowledged} means that the system has acknowledged the message. False if the client
     * does not wait for acknowledgements (acks=0): then there are no publish latencies.
     */
    default boolean acknowledges() {
        return true;
    }

    /**
     * What the system and its client promise for acknowledged messages. If the audit of a run finds a broken promise,
     * the run has missed a threshold, also if its workload has none.
     */
    default Guarantee guarantee() {
        return Guarantee.NONE;
    }

    /**
     * How long the client waits for more messages before it sends a batch. Weir meets send times to a small part of
     * this time, and not more exactly.
     */
    default Duration linger() {
        return Duration.ZERO;
    }

    /**
     * How many bytes a producer without a rate may have in flight at first: about as many as the client can have in
     * flight to one partition. Weir tries larger and smaller limits during the load.
     */
    default long pipelineBytes() {
        return 1 << 20;
    }

    /**
     * How long a client that dies can block others at most: readers of committed messages by its open transaction, and
     * members of its group by its partitions. Zero if others learn of its death at once.
     */
    default Duration takeOver() {
        return Duration.ZERO;
    }

    /** Transactions; empty if the system has none. */
    default Optional<TransactionSupport> transactions() {
        return Optional.empty();
    }

    /** Readers, which read only when they are asked to; empty if the system has none. */
    default Optional<ReaderSupport> reads() {
        return Optional.empty();
    }

    /** Share groups, if the system has them. */
    default Optional<ShareSupport> shares() {
        return Optional.empty();
    }

    /**
     * Returns what a person can do about a failure that comes again however often the call is repeated, such as a
     * missing right or a message that is too large. A worker that meets one before the load ends the run at once.
     *
     * @param failure what a call of this driver or its clients threw, or a listener received
     * @return empty if a later call may succeed, or if that is unknown
     */
    default Optional<String> remedyIfPermanent(Throwable failure) {
        return Optional.empty();
    }

    /** Releases what the driver itself holds. The caller has closed producers, consumers and administrations before. */
    @Override
    void close();
}
