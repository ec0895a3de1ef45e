package dev.weir.report;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes what an acknowledgement meant. */
public final class DurabilityText {
    /** What decides which failures an acknowledged message survives. */
    private static final List<DurabilityKey> SHORT = List.of(
            DurabilityKey.ACKS,
            DurabilityKey.REPLICATION_FACTOR,
            DurabilityKey.MIN_INSYNC_REPLICAS,
            DurabilityKey.FSYNC);

    private DurabilityText() {}

    /** Returns acks, replicas, minimum in-sync replicas, and when data reaches the disk; empty if nothing is reported. */
    public static String brief(Durability durability) {
        return SHORT.stream()
                .flatMap(key -> durability.find(key).stream())
                .map(DurabilityText::text)
                .collect(Collectors.joining(", "));
    }

    /** Returns all that decides whether two results had the same durability; empty if nothing is reported. */
    public static String full(Durability durability) {
        return deciding(durability).map(DurabilityText::text).collect(Collectors.joining(", "));
    }

    /** Returns the same with notes, and without what is switched off. */
    static String withNotes(Durability durability) {
        return deciding(durability)
                .filter(item -> !item.value().equals("none"))
                .map(item -> text(item) + (item.note().isEmpty() ? "" : " (" + item.note() + ")"))
                .collect(Collectors.joining(", "));
    }

    /** Returns the lines of a text for a terminal; none if it is empty. */
    public static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : Paragraph.lines("durability ", " ".repeat(11), text);
    }

    private static Stream<DurabilityItem> deciding(Durability durability) {
        return durability.items().stream().filter(item -> item.key().decides());
    }

    private static String text(DurabilityItem item) {
        return item.key().word() + " " + item.value();
    }
}
