package dev.weir.wire;

/** A connection between coordinator and worker cannot be made. The message is for the person who runs. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WireException(String message, Throwable cause) {
        super(message, cause);
    }
}
