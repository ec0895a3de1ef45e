package dev.weir.host.facts;

import java.nio.file.Path;

/** A file is no valid {@link Calibration}; the message is for a person. */
public final class CalibrationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CalibrationException(Path file, String why) {
        super(file + " is no calibration: " + why + ": run bin/benchmark doctor --calibrate again");
    }
}
