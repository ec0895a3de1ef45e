package dev.weir.wire.tls;

/** A connection between coordinator and worker cannot be made. The message is for the person who runs. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private boolean refusal;
    private boolean passing;

    public WireException(String message, Throwable cause) {
        super(message, cause);
    }

    /** One that has no cause but what it says. */
    public WireException(String message) {
        super(message);
    }

    /** Because a process listens there, but it and we do not trust each other, or it has no room for a connection now. */
    public static WireException refusal(String message, boolean passing) {
        var exception = new WireException(message);
        exception.refusal = true;
        exception.passing = passing;
        return exception;
    }

    /** Whether a process listens there, but does not accept the connection. */
    public boolean isRefusal() {
        return refusal;
    }

    /** Whether another attempt may succeed: the connection was closed without a reason that lasts. */
    public boolean isPassing() {
        return passing;
    }
}
