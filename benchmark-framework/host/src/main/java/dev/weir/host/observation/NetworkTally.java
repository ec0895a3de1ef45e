package dev.weir.host.observation;

import dev.weir.host.observation.NetworkUse.LinkUse;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Network traffic over many observations.
 *
 * @param links by name
 * @param sentSegments TCP segments of the whole host
 * @param retransmitting when more than 1 % of segments were retransmitted
 * @param allowancesExceeded packets that the cloud's network card queued or dropped
 */
public record NetworkTally(
        SortedMap<String, LinkTraffic> links,
        long sentSegments,
        long retransmittedSegments,
        ConditionDuration retransmitting,
        long allowancesExceeded) {
    static final NetworkTally NONE = new NetworkTally(new TreeMap<>(), 0, 0, ConditionDuration.NONE, 0);

    private static final double RETRANSMITTED = 0.01;

    public NetworkTally {
        links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
    }

    NetworkTally plus(NetworkUse use, TimeRange observed) {
        SortedMap<String, LinkTraffic> all = new TreeMap<>(links);
        use.links()
                .forEach(link -> all.put(
                        link.name(),
                        all.getOrDefault(link.name(), LinkTraffic.unused(link.name()))
                                .plus(link, observed)));
        return new NetworkTally(
                all,
                sentSegments + use.sentSegments(),
                retransmittedSegments + use.retransmittedSegments(),
                retransmitting.plus(use.retransmittedSegments() > RETRANSMITTED * use.sentSegments(), observed),
                allowancesExceeded);
    }

    NetworkTally plusAllowancesExceeded(long packets) {
        return new NetworkTally(
                links, sentSegments, retransmittedSegments, retransmitting, allowancesExceeded + packets);
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
