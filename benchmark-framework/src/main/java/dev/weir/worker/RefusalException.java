package dev.weir.worker;

/** What a coordinator asks for is refused, as documented. The message is for a person; the log needs no stack trace. */
final class RefusalException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    RefusalException(String message) {
        super(message);
    }
}
