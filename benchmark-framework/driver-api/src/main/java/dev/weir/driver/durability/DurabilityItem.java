package dev.weir.driver.durability;

import java.util.Objects;

/**
 * The value of one {@link DurabilityKey}, and its source.
 *
 * @param value {@link #UNKNOWN} if it is not known
 * @param note an explanation for readers of the value; empty if none is needed
 */
public record DurabilityItem(DurabilityKey key, String value, DurabilitySource source, String note) {
    /** The value of items that could not be found out. */
    public static final String UNKNOWN = "unknown";

    /** The value of items that other settings make ineffective, such as minInsyncReplicas with acks 1. */
    public static final String WITHOUT_EFFECT = "without effect";

    public DurabilityItem {
        Objects.requireNonNull(key);
        Objects.requireNonNull(source);
        Objects.requireNonNull(note);
        if (value.isBlank() || value.equals(UNKNOWN) != (source == DurabilitySource.UNKNOWN)) {
            throw new IllegalArgumentException(
                    key.word() + " must have a value, or be unknown, got " + value + " from " + source);
        }
    }

    public static DurabilityItem of(DurabilityKey key, String value, DurabilitySource source) {
        return new DurabilityItem(key, value, source, "");
    }

    public static DurabilityItem unknown(DurabilityKey key, String why) {
        return new DurabilityItem(key, UNKNOWN, DurabilitySource.UNKNOWN, why);
    }

    public boolean isKnown() {
        return source != DurabilitySource.UNKNOWN;
    }
}
