package dev.weir.host.observation;

import dev.weir.host.observation.NetworkUse.LinkUse;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Network traffic over many observations. Not thread-safe. */
public final class NetworkTally {
    private static final double RETRANSMITTED = 0.01;

    private final SortedMap<String, LinkTraffic> links = new TreeMap<>();
    private ConditionDuration retransmitting = ConditionDuration.NONE;
    private long sentSegments;
    private long retransmittedSegments;
    private long allowancesExceeded;

    void add(NetworkUse use, TimeRange observed) {
        use.links()
                .forEach(link -> links.put(
                        link.name(),
                        links.getOrDefault(link.name(), LinkTraffic.unused(link.name()))
                                .plus(link, observed)));
        sentSegments += use.sentSegments();
        retransmittedSegments += use.retransmittedSegments();
        retransmitting =
                retransmitting.plus(use.retransmittedSegments() > RETRANSMITTED * use.sentSegments(), observed);
    }

    void addAllowancesExceeded(long packets) {
        allowancesExceeded += packets;
    }

    public Collection<LinkTraffic> links() {
        return links.values();
    }

    /** Returns TCP segments sent by the whole host. */
    public long sentSegments() {
        return sentSegments;
    }

    public long retransmittedSegments() {
        return retransmittedSegments;
    }

    /** Returns when more than 1 % of segments were retransmitted. */
    public ConditionDuration retransmitting() {
        return retransmitting;
    }

    /** Returns packets that the cloud's network card queued or dropped. */
    public long allowancesExceeded() {
        return allowancesExceeded;
    }

    /**
     * Traffic of one interface.
     *
     * @param receivedBytes with all headers
     * @param sentBytes with all headers
     * @param troubles packets dropped, or with errors
     * @param bytesPerSecondLimit limit in each direction; absent where the hardware does not report it
     * @param highestShare share of its limit in the busiest observation and direction; 0 without a limit
     * @param full when it carried at least 90 % of its limit
     */
    public record LinkTraffic(
            String name,
            long receivedBytes,
            long sentBytes,
            long troubles,
            OptionalLong bytesPerSecondLimit,
            double highestShare,
            ConditionDuration full) {
        private static final double FULL = 0.9;

        private static LinkTraffic unused(String name) {
            return new LinkTraffic(name, 0, 0, 0, OptionalLong.empty(), 0, ConditionDuration.NONE);
        }

        private LinkTraffic plus(LinkUse use, TimeRange observed) {
            OptionalLong limit = use.bytesPerSecondLimit();
            boolean limited = limit.isPresent() && observed.seconds() > 0;
            double most = Math.max(use.receivedBytes(), use.sentBytes()) / observed.seconds();
            double share = limited ? most / limit.getAsLong() : 0;
            return new LinkTraffic(
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
