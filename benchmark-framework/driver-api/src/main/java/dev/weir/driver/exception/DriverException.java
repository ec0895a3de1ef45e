package dev.weir.driver.exception;

/** Thrown if the system under test or its client library cannot carry out a call. The message is for the user. */
public class DriverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DriverException(String message) {
        super(message);
    }

    public DriverException(String message, Throwable cause) {
        super(message, cause);
    }
}
