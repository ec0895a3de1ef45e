package dev.weir.driver.durability;

import java.util.Objects;

/**
 * What is known of one thing that an acknowledgement depends on.
 *
 * @param value {@link #UNKNOWN} if it is not known
 * @param note what a reader has to know of it; empty if nothing
 */
public record DurabilityItem(DurabilityKey key, String value, DurabilitySource source, String note) {
    /** Said in place of a guess. */
    public static final String UNKNOWN = "unknown";

    public DurabilityItem {
        Objects.requireNonNull(key);
        Objects.requireNonNull(source);
        Objects.requireNonNull(note);
        if (value.isBlank() || value.equals(UNKNOWN) != (source == DurabilitySource.UNKNOWN)) {
            throw new IllegalArgumentException(
                    key.word() + " must have a value, or be unknown, got " + value + " from " + source);
        }
    }

    /** One that needs no note. */
    public static DurabilityItem of(DurabilityKey key, String value, DurabilitySource source) {
        return new DurabilityItem(key, value, source, "");
    }

    /** One that is not known. */
    public static DurabilityItem unknown(DurabilityKey key, String why) {
        return new DurabilityItem(key, UNKNOWN, DurabilitySource.UNKNOWN, why);
    }

    /** Whether there is a value. */
    public boolean isKnown() {
        return source != DurabilitySource.UNKNOWN;
    }
}
