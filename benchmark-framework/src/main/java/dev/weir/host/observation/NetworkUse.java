package dev.weir.host.observation;

import java.util.List;

/**
 * What a host's network did in a stretch.
 *
 * @param links interfaces that are hardware, or look like it to a guest
 * @param sentSegments of TCP, of the whole host, over loopback too
 * @param retransmittedSegments of those, sent again
 */
public record NetworkUse(List<LinkUse> links, long sentSegments, long retransmittedSegments) {
    /** Nothing is known. */
    public static final NetworkUse NONE = new NetworkUse(List.of(), 0, 0);

    public NetworkUse {
        links = List.copyOf(links);
    }
}
