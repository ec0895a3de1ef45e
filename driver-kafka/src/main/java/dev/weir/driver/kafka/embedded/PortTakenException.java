package dev.weir.driver.kafka.embedded;

import dev.weir.driver.exception.DriverException;

/** A port that was chosen for a broker has been taken by another process. */
final class PortTakenException extends DriverException {
    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
        super(message);
    }
}
