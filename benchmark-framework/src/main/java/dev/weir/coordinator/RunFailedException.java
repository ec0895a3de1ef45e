package dev.weir.coordinator;

/** A run cannot be carried out to its end. The message is for the person who runs. */
final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunFailedException(String message) {
        super(message);
    }
}
