package dev.weir.driver.admin;

import java.util.OptionalLong;

/**
 * What a system keeps of a topic. Where both limits are given, the one that is reached first counts.
 *
 * @param millis messages older than so long may go, at least 1; empty: what the system or the driver file says
 * @param bytesPerPartition the oldest messages of a partition that is larger may go, at least 1; empty likewise
 */
public record Retention(OptionalLong millis, OptionalLong bytesPerPartition) {
    /** Nothing is said of it. */
    public static final Retention UNSAID = new Retention(OptionalLong.empty(), OptionalLong.empty());

    public Retention {
        if (millis.orElse(1) < 1 || bytesPerPartition.orElse(1) < 1) {
            throw new IllegalArgumentException("retention must be at least 1, got " + millis + " ms and "
                    + bytesPerPartition + " bytes per partition");
        }
    }
}
