package dev.weir.driver.client;

/**
 * Where a consumer begins to read.
 *
 * @param backNanos of {@link Position#BACK}, by how much before the consumer is opened; else 0
 * @param paused whether the consumer delivers nothing before {@link Consumer#resume}
 */
public record ReadFrom(Position position, long backNanos, boolean paused) {
    /** A topic of the run's own: at its first message, unless the driver file says otherwise. */
    public static final ReadFrom RUN = new ReadFrom(Position.FILE, 0, false);

    /** What is sent from now on. */
    public static final ReadFrom END = new ReadFrom(Position.END, 0, false);

    /** The first message that the topic still has. */
    public static final ReadFrom FIRST = new ReadFrom(Position.FIRST, 0, false);

    /** The same, beginning with {@link Consumer#resume}. */
    public static final ReadFrom FIRST_PAUSED = new ReadFrom(Position.FIRST, 0, true);

    /** A place in a topic. */
    public enum Position {
        /** What the driver file says; if it says nothing, the first message. */
        FILE,
        END,
        FIRST,
        /** The first message that is not older than some time. */
        BACK
    }

    /** The first message that is not older than this. */
    public static ReadFrom back(long nanos) {
        return new ReadFrom(Position.BACK, nanos, false);
    }
}
