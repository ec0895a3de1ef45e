package dev.weir.driver.admin;

import java.util.OptionalLong;

/**
 * How long, or how much of a topic, a system keeps. If both limits are given, the one that is reached first counts.
 *
 * @param millis the system may delete messages that are older than this, at least 1; empty: the value of the driver
 *     file or of the system
 * @param bytesPerPartition the system may delete the oldest messages of a partition that is larger than this, at least
 *     1; empty: the value of the driver file or of the system
 */
public record Retention(OptionalLong millis, OptionalLong bytesPerPartition) {
    /** The values of the driver file or of the system. */
    public static final Retention UNSAID = new Retention(OptionalLong.empty(), OptionalLong.empty());

    public Retention {
        if (millis.orElse(1) < 1 || bytesPerPartition.orElse(1) < 1) {
            throw new IllegalArgumentException("retention must be at least 1, got " + millis + " ms and "
                    + bytesPerPartition + " bytes per partition");
        }
    }
}
