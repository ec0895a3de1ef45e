package dev.weir.wire.tls;

/**
 * A connection between coordinator and worker cannot be made. The message is for the person who started the command.
 */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private boolean refusal;
    private boolean passing;

    public WireException(String message, Throwable cause) {
        super(message, cause);
    }

    public WireException(String message) {
        super(message);
    }

    /**
     * Creates a failure in which a process listens there, but the two ends do not trust each other, or it has no room
     * for a connection now.
     */
    public static WireException refusal(String message, boolean passing) {
        var exception = new WireException(message);
        exception.refusal = true;
        exception.passing = passing;
        return exception;
    }

    /** Returns whether a process listens there, but does not accept the connection. */
    public boolean isRefusal() {
        return refusal;
    }

    /** Returns whether another attempt may succeed, because the connection was closed without a permanent reason. */
    public boolean isPassing() {
        return passing;
    }
}
