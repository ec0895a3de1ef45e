package dev.weir.driver.durability;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an acknowledgement means: which copies of a message exist when the client receives the acknowledgement, and what
 * protects them. Immutable.
 *
 * @param items one for each {@link DurabilityKey} that is reported, in the keys' order
 */
public record Durability(List<DurabilityItem> items) {
    /** For drivers that report nothing. */
    public static final Durability NONE = new Durability(List.of());

    /** {@link DurabilityKey#FSYNC}: an acknowledged copy is on the disk. */
    public static final String BEFORE_ACKNOWLEDGEMENT = "before acknowledgement";

    /**
     * {@link DurabilityKey#FSYNC}: the prefix of values that name a period or an amount after which acknowledged copies
     * go to the disk.
     */
    public static final String EVERY = "every ";

    /** {@link DurabilityKey#FSYNC}: at a time that is unknown, but not before acknowledged copies are acknowledged. */
    public static final String AFTER_ACKNOWLEDGEMENT = "after acknowledgement";

    /** {@link DurabilityKey#FSYNC}: whenever the operating system writes its page cache back. */
    public static final String BY_THE_OS = "by the operating system";

    public Durability {
        items = items.stream().sorted(Comparator.comparing(DurabilityItem::key)).toList();
        for (int i = 1; i < items.size(); i++) {
            if (items.get(i).key() == items.get(i - 1).key()) {
                throw new IllegalArgumentException(
                        "each key must be reported once, got " + items.get(i - 1) + " and " + items.get(i));
            }
        }
    }

    public Optional<DurabilityItem> find(DurabilityKey key) {
        return items.stream().filter(item -> item.key() == key).findFirst();
    }

    public boolean knows(DurabilityKey key) {
        return find(key).map(DurabilityItem::isKnown).orElse(false);
    }

    /**
     * Replaces items by those that the system reported later. An unknown value replaces a known one: systems ignore
     * properties that a file requests, so a request is no evidence of a promise.
     */
    public Durability with(Durability found) {
        Map<DurabilityKey, DurabilityItem> all = new EnumMap<>(DurabilityKey.class);
        items.forEach(item -> all.put(item.key(), item));
        found.items.forEach(item -> all.put(item.key(), item));
        return new Durability(new ArrayList<>(all.values()));
    }

    /** The value that all have in common; if they differ, all values with "and" between them. */
    public static String joined(Collection<String> values) {
        Set<String> sorted = new TreeSet<>(values);
        return String.join(" and ", sorted);
    }
}
