package dev.weir.driver.share;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.exception.DriverException;
import java.util.OptionalInt;

/** Share groups of a system: groups in which each message is acknowledged by itself. Any thread. */
public interface ShareSupport {

    /**
     * Opens a member of a share group.
     *
     * @param spec its specification; its {@link ConsumerSpec#from} and {@link ConsumerSpec#committedOnly} are settings
     *     of the group, which the administration has set before
     * @param explicit whether it acknowledges each message; if not, each poll accepts the messages of the previous poll
     * @param listener called on the thread that calls the reader
     * @throws DriverException if it cannot be opened
     */
    ShareReader openShareReader(ConsumerSpec spec, boolean explicit, ShareListener listener);

    /**
     * Returns how often a group delivers a message at most, before the system archives it; empty if unknown. May block
     * for seconds.
     */
    OptionalInt deliveryLimit(String group);
}
