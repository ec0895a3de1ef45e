package dev.weir.worker;

/**
 * A worker rejects a coordinator's request, as documented. The message is for a person; the log needs no stack trace.
 */
final class RefusalException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    RefusalException(String message) {
        super(message);
    }
}
