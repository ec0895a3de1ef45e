package dev.weir;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.Extension;

/**
 * Lets {@code await()} wait for a minute in the tests of all modules, in place of 10 s, for which a busy host can stand
 * still. JUnit finds this class by its service file.
 */
public final class PatientWaits implements Extension {
    public PatientWaits() {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
