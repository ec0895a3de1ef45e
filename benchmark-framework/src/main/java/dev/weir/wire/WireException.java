package dev.weir.wire;

/** A connection between coordinator and worker cannot be made. The message is for the person who runs. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private boolean refusal;

    public WireException(String message, Throwable cause) {
        super(message, cause);
    }

    /** One that has no cause but what it says. */
    WireException(String message) {
        super(message);
    }

    /** Because somebody listens there, but it and we do not trust each other. */
    static WireException refusal(String message) {
        var exception = new WireException(message);
        exception.refusal = true;
        return exception;
    }

    /** Whether somebody listens there: trying again would change nothing. */
    public boolean isRefusal() {
        return refusal;
    }
}
