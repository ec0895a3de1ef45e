package dev.weir.wire.message;

/** How long brokers delayed the clients of a worker during a snapshot, because they exceeded quotas. */
public record Throttling(Clients producers, Clients consumers) {
    /** No client, or none that reports it. */
    public static final Throttling NONE = new Throttling(Clients.NONE, Clients.NONE);

    /**
     * Clients of one kind.
     *
     * @param nanos sum of the times of all
     * @param longestNanos longest time of one of them
     */
    public record Clients(int count, long nanos, long longestNanos) {
        public static final Clients NONE = new Clients(0, 0, 0);

        public Clients plus(long ofClient) {
            return new Clients(count + 1, nanos + ofClient, Math.max(longestNanos, ofClient));
        }

        public Clients plus(Clients other) {
            return new Clients(count + other.count, nanos + other.nanos, Math.max(longestNanos, other.longestNanos));
        }
    }

    /** Adds clients of another worker, or of another kind of producer. */
    public Throttling plus(Throttling other) {
        return new Throttling(producers.plus(other.producers), consumers.plus(other.consumers));
    }
}
