package dev.weir.driver;

/** A driver path cannot be used. The message is for the person who gave it: one line, with the path in it. */
public final class DriverPathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DriverPathException(String message) {
        super(message);
    }

    DriverPathException(String message, Throwable cause) {
        super(message, cause);
    }
}
