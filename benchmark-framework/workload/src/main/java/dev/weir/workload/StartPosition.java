package dev.weir.workload;

import dev.weir.workload.text.Checks;

/**
 * Position at which a subscription begins to read a topic.
 *
 * @param backNanos for {@link Kind#BACK}, the age of the first message when its consumers begin; otherwise 0
 */
public record StartPosition(Kind kind, long backNanos) {
    /** Messages that are sent from then on. */
    public static final StartPosition LATEST = new StartPosition(Kind.LATEST, 0);

    /** The first message that the topic still has. */
    public static final StartPosition EARLIEST = new StartPosition(Kind.EARLIEST, 0);

    public enum Kind {
        LATEST,
        EARLIEST,
        BACK
    }

    public StartPosition {
        Checks.atLeast("from", backNanos, kind == Kind.BACK ? 1 : 0);
    }

    /** Creates a position: the first message that is not older than this when its consumers begin. */
    public static StartPosition back(long nanos) {
        return new StartPosition(Kind.BACK, nanos);
    }
}
