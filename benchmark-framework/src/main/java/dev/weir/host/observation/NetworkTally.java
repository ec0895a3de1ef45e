package dev.weir.host.observation;

import java.util.Collection;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the network did, over many observations. Not thread-safe. */
public final class NetworkTally {
    private static final double RETRANSMITTED = 0.01;

    private final SortedMap<String, Link> links = new TreeMap<>();
    private ConditionDuration retransmitting = ConditionDuration.NONE;
    private long sentSegments;
    private long retransmittedSegments;
    private long allowancesExceeded;

    void add(NetworkUse use, TimeRange observed) {
        use.links()
                .forEach(link -> links.put(
                        link.name(),
                        links.getOrDefault(link.name(), Link.unused(link.name()))
                                .plus(link, observed)));
        sentSegments += use.sentSegments();
        retransmittedSegments += use.retransmittedSegments();
        retransmitting =
                retransmitting.plus(use.retransmittedSegments() > RETRANSMITTED * use.sentSegments(), observed);
    }

    void addAllowancesExceeded(long packets) {
        allowancesExceeded += packets;
    }

    /** By name. */
    public Collection<Link> links() {
        return links.values();
    }

    /** Of TCP, of the whole host. */
    public long sentSegments() {
        return sentSegments;
    }

    /** Of those, sent again. */
    public long retransmittedSegments() {
        return retransmittedSegments;
    }

    /** More than 1 % was sent again. */
    public ConditionDuration retransmitting() {
        return retransmitting;
    }

    /** Packets that the cloud's network card held back. */
    public long allowancesExceeded() {
        return allowancesExceeded;
    }

    /**
     * One interface.
     *
     * @param name as the kernel calls it
     * @param receivedBytes with all headers
     * @param sentBytes with all headers
     * @param troubles packets dropped, or with errors
     * @param bytesPerSecondLimit each way; absent where the hardware does not tell
     * @param highestShare of its limit, in the busiest observation, one way; 0 without a limit
     * @param full it carried 90 % or more of its limit
     */
    public record Link(
            String name,
            long receivedBytes,
            long sentBytes,
            long troubles,
            OptionalLong bytesPerSecondLimit,
            double highestShare,
            ConditionDuration full) {
        private static final double FULL = 0.9;

        private static Link unused(String name) {
            return new Link(name, 0, 0, 0, OptionalLong.empty(), 0, ConditionDuration.NONE);
        }

        private Link plus(LinkUse use, TimeRange observed) {
            OptionalLong limit = use.bytesPerSecondLimit();
            boolean limited = limit.isPresent() && observed.seconds() > 0;
            double most = Math.max(use.receivedBytes(), use.sentBytes()) / observed.seconds();
            double share = limited ? most / limit.getAsLong() : 0;
            return new Link(
                    name,
                    receivedBytes + use.receivedBytes(),
                    sentBytes + use.sentBytes(),
                    troubles + use.troubles(),
                    limit,
                    Math.max(highestShare, share),
                    limited ? full.plus(share >= FULL, observed) : full);
        }
    }
}
