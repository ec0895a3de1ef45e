package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.measure.LatencySource;
import dev.weir.pacing.ProcessingTime;
import dev.weir.wire.message.Message;
import dev.weir.workload.SubscriptionType;
import java.util.List;
import java.util.Optional;

/** A type of subscriptions with consumers of its own kind. */
public interface ConsumerKind extends SubscriptionType {
    /**
     * Opens a consumer, which reads after {@link Consumer#resume}.
     *
     * @param processing spends the processing time of as many messages as the consumer processes at the same time
     * @throws dev.weir.driver.exception.DriverException if it cannot be opened
     */
    Opened open(Driver driver, ConsumerSpec spec, long seed, Receipts receipts, ProcessingTime processing, Clock clock);

    /** A consumer with figures of its own. */
    interface Opened extends Consumer {
        /** Returns latencies that only it records. */
        List<LatencySource> latencies();

        /** Returns what happened since the previous call. Always the same thread. */
        Optional<Message> notes(int subscription);
    }
}
