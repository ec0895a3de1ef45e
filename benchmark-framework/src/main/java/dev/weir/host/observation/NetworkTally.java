package dev.weir.host.observation;

import java.util.Collection;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the network did, over many observations. Not thread-safe. */
public final class NetworkTally {
    private static final double RETRANSMITTED = 0.01;

    private final SortedMap<String, Link> links = new TreeMap<>();
    private final ConditionDuration retransmitting = new ConditionDuration();
    private long sentSegments;
    private long retransmittedSegments;
    private long allowancesExceeded;

    void add(NetworkUse use, TimeRange observed) {
        use.links()
                .forEach(link -> links.computeIfAbsent(link.name(), Link::new).add(link, observed));
        sentSegments += use.sentSegments();
        retransmittedSegments += use.retransmittedSegments();
        retransmitting.add(use.retransmittedSegments() > RETRANSMITTED * use.sentSegments(), observed);
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

    /** One interface. */
    public static final class Link {
        private static final double FULL = 0.9;

        private final String name;
        private final ConditionDuration full = new ConditionDuration();
        private OptionalLong limit = OptionalLong.empty();
        private long receivedBytes;
        private long sentBytes;
        private long troubles;
        private double highestShare;

        Link(String name) {
            this.name = name;
        }

        void add(LinkUse use, TimeRange observed) {
            limit = use.bytesPerSecondLimit();
            receivedBytes += use.receivedBytes();
            sentBytes += use.sentBytes();
            troubles += use.troubles();
            if (limit.isPresent() && observed.seconds() > 0) {
                double most = Math.max(use.receivedBytes(), use.sentBytes()) / observed.seconds();
                double share = most / limit.getAsLong();
                highestShare = Math.max(highestShare, share);
                full.add(share >= FULL, observed);
            }
        }

        /** As the kernel calls it. */
        public String name() {
            return name;
        }

        /** Each way; absent where the hardware does not tell. */
        public OptionalLong bytesPerSecondLimit() {
            return limit;
        }

        /** With all headers. */
        public long receivedBytes() {
            return receivedBytes;
        }

        /** With all headers. */
        public long sentBytes() {
            return sentBytes;
        }

        /** Packets dropped, or with errors. */
        public long troubles() {
            return troubles;
        }

        /** Of its limit, in the busiest observation, one way; 0 without a limit. */
        public double highestShare() {
            return highestShare;
        }

        /** It carried 90 % or more of its limit. */
        public ConditionDuration full() {
            return full;
        }
    }
}
