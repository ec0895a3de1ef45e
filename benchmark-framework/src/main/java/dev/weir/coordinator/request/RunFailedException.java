package dev.weir.coordinator.request;

/** A run cannot be carried out to its end. The message is for the person who runs. */
public final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunFailedException(String message) {
        super(message);
    }
}
