package dev.weir.driver.client;

/**
 * Position at which a consumer begins to read.
 *
 * @param backNanos for {@link Position#BACK}, the age of the first message when the consumer is opened; otherwise 0
 * @param paused whether the consumer delivers nothing before {@link Consumer#resume}
 */
public record ReadFrom(Position position, long backNanos, boolean paused) {
    /** For a topic of the run's own: its first message, unless the driver file sets another position. */
    public static final ReadFrom RUN = new ReadFrom(Position.FILE, 0, false);

    /** Messages that are sent from now on. */
    public static final ReadFrom END = new ReadFrom(Position.END, 0, false);

    /** The first message that the topic still has. */
    public static final ReadFrom FIRST = new ReadFrom(Position.FIRST, 0, false);

    /** The first message that the topic still has, beginning with {@link Consumer#resume}. */
    public static final ReadFrom FIRST_PAUSED = new ReadFrom(Position.FIRST, 0, true);

    public enum Position {
        /** The position in the driver file; by default, the first message. */
        FILE,
        END,
        FIRST,
        /** The first message that is not older than some time. */
        BACK
    }

    /** Creates the position of the first message that is not older than this. */
    public static ReadFrom back(long nanos) {
        return new ReadFrom(Position.BACK, nanos, false);
    }
}
