package dev.weir.driver.client;

/**
 * Connections of its own that each producer keeps to the system, and over which its messages go in turn.
 *
 * @param perProducer how many; 0: as many as the client itself makes
 * @param perSecond how fast they are made at first; infinite: all at once
 */
public record Connections(int perProducer, double perSecond) {
    /** As the client itself makes them. */
    public static final Connections OF_CLIENT = new Connections(0, Double.POSITIVE_INFINITY);

    public Connections {
        if (perProducer < 0 || !(perSecond > 0)) {
            throw new IllegalArgumentException("perProducer must be at least 0 and perSecond more than 0, got "
                    + perProducer + " and " + perSecond);
        }
    }

    public boolean areWanted() {
        return perProducer > 0;
    }

    /** Returns the connections of one of a number of producers, which make them at the same time. */
    public Connections ofOne(int producers) {
        return new Connections(perProducer, perSecond / producers);
    }

    /** The partition of a message that comes without one: that of the next connection. */
    public int partition(long sequence, int partitions) {
        return (int) (Math.max(0, sequence) % perProducer) % partitions;
    }

    /**
     * The connection that carries a message, from 0. Connection {@code c} serves partition {@code c % partitions}. So each
     * connection of a partition gets its messages in turn, and the order of messages on a connection can be audited.
     *
     * @param sequence the message's number within its producer; negative for a probe
     * @param partition of the message
     * @param partitions of the topic, at most {@link #perProducer}
     */
    public int carrying(long sequence, int partition, int partitions) {
        int turn = (int) (Math.max(0, sequence) % perProducer);
        int connection = turn - turn % partitions + partition;
        return connection < perProducer ? connection : connection - partitions;
    }
}
