package dev.weir.driver.exception;

/** The system under test or its client library cannot do what it was asked. The message is for the person who runs. */
public class DriverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DriverException(String message) {
        super(message);
    }

    public DriverException(String message, Throwable cause) {
        super(message, cause);
    }
}
