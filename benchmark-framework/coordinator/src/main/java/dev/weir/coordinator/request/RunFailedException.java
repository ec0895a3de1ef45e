package dev.weir.coordinator.request;

/** A run cannot be completed. The message is for the person who started the run. */
public final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunFailedException(String message) {
        super(message);
    }
}
