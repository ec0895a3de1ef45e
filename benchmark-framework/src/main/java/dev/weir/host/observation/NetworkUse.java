package dev.weir.host.observation;

import java.util.List;

/**
 * Traffic of a host's network over a time.
 *
 * @param links interfaces that are hardware, or seem to be to a guest
 * @param sentSegments TCP segments of the whole host, including loopback
 * @param retransmittedSegments those that were retransmitted
 */
public record NetworkUse(List<LinkUse> links, long sentSegments, long retransmittedSegments) {
    /** Nothing is known. */
    public static final NetworkUse NONE = new NetworkUse(List.of(), 0, 0);

    public NetworkUse {
        links = List.copyOf(links);
    }
}
