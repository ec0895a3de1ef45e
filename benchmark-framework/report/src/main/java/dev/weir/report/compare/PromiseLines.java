package dev.weir.report.compare;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The lines before a comparison whose sides promise different things with an acknowledgement, or of which a
 * promise is unknown. Their figures are those of different work.
 */
public final class PromiseLines {
    private static final List<DurabilityKey> PROMISES = List.of(
            DurabilityKey.ACKS,
            DurabilityKey.IDEMPOTENCE,
            DurabilityKey.REPLICATION_FACTOR,
            DurabilityKey.MIN_INSYNC_REPLICAS,
            DurabilityKey.FSYNC,
            DurabilityKey.UNCLEAN_LEADER_ELECTION);

    private PromiseLines() {}

    /** Returns the lines of comparisons, those about known differences first; empty if the sides of each promise the same. */
    public static List<String> of(List<Comparison> comparisons) {
        Set<String> differing = new LinkedHashSet<>();
        Set<String> unknown = new LinkedHashSet<>();
        for (Comparison pair : comparisons) {
            SortedMap<String, String> ofA = DurabilityGate.items(pair.a());
            SortedMap<String, String> ofB = DurabilityGate.items(pair.b());
            List<String> known = new ArrayList<>();
            List<String> open = new ArrayList<>();
            for (DurabilityKey key : PROMISES) {
                if (!ofA.containsKey(key.word()) && !ofB.containsKey(key.word())) {
                    // It does not exist in this system.
                    continue;
                }
                String a = ofA.getOrDefault(key.word(), DurabilityItem.UNKNOWN);
                String b = ofB.getOrDefault(key.word(), DurabilityItem.UNKNOWN);
                String text = key.word() + " " + a + " | " + b;
                if (Stream.of(a, b).anyMatch(PromiseLines::isUnknown)) {
                    open.add(text);
                } else if (!a.equals(b) && !key.isAlike(List.of(a, b))) {
                    known.add(text);
                }
            }
            String names = pair.a().name() + " | " + pair.b().name() + ": ";
            if (!known.isEmpty()) {
                differing.add("promises differ, " + names + String.join(", ", known)
                        + (open.isEmpty() ? "" : "; unknown: " + String.join(", ", open)));
            } else if (ofA.isEmpty() || ofB.isEmpty()) {
                unknown.add("promises unknown, " + names + "results do not contain what an acknowledgement meant");
            } else if (!open.isEmpty()) {
                unknown.add("promises unknown, " + names + String.join(", ", open));
            }
        }
        return Stream.concat(differing.stream(), unknown.stream()).toList();
    }

    /** Returns whether a value is unknown, also of one of several runs. */
    private static boolean isUnknown(String value) {
        return List.of(value.split(" and ", -1)).contains(DurabilityItem.UNKNOWN);
    }
}
