package dev.weir.workload;

/**
 * Where a subscription begins to read a topic.
 *
 * @param backNanos of {@link Kind#BACK}, by how much before its consumers begin; else 0
 */
public record StartPosition(Kind kind, long backNanos) {
    /** What is sent from then on. */
    public static final StartPosition LATEST = new StartPosition(Kind.LATEST, 0);

    /** The first message that the topic still has. */
    public static final StartPosition EARLIEST = new StartPosition(Kind.EARLIEST, 0);

    /** How it is said. */
    public enum Kind {
        LATEST,
        EARLIEST,
        BACK
    }

    public StartPosition {
        Checks.atLeast("from", backNanos, kind == Kind.BACK ? 1 : 0);
    }

    /** The first message that is not older than this, when its consumers begin. */
    public static StartPosition back(long nanos) {
        return new StartPosition(Kind.BACK, nanos);
    }
}
