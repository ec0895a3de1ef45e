package dev.weir.host.observation;

import java.util.List;
import java.util.OptionalLong;

/**
 * Traffic of a host's network over a time.
 *
 * @param links interfaces that are hardware, or seem to be to a guest
 * @param sentSegments TCP segments of the whole host, including loopback
 * @param retransmittedSegments those that were retransmitted
 * @param overdueAcknowledgements times that TCP missed an acknowledgement and therefore sent again. The kernel of the other
 *     host acknowledges also for a process that stands still
 */
public record NetworkUse(
        List<LinkUse> links, long sentSegments, long retransmittedSegments, long overdueAcknowledgements) {
    public static final NetworkUse NONE = new NetworkUse(List.of(), 0, 0, 0);

    public NetworkUse {
        links = List.copyOf(links);
    }

    /**
     * Traffic of a network interface over a time.
     *
     * @param receivedBytes with all headers
     * @param sentBytes with all headers
     * @param troubles packets dropped or with errors, in both directions
     * @param bytesPerSecondLimit limit in each direction; absent where the hardware does not report it, as in most
     *     virtual machines
     */
    public record LinkUse(
            String name, long receivedBytes, long sentBytes, long troubles, OptionalLong bytesPerSecondLimit) {}
}
