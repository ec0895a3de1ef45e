package dev.weir.report.compare;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Checks whether an acknowledgement meant the same on both sides, by {@code weir.durability}. */
public final class DurabilityGate {
    private static final String ACKS = DurabilityKey.ACKS.word();
    private static final List<DurabilityKey> PROMISES = List.of(
            DurabilityKey.ACKS,
            DurabilityKey.IDEMPOTENCE,
            DurabilityKey.REPLICATION_FACTOR,
            DurabilityKey.MIN_INSYNC_REPLICAS,
            DurabilityKey.FSYNC,
            DurabilityKey.UNCLEAN_LEADER_ELECTION);

    private DurabilityGate() {}

    static List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        SortedMap<String, String> ofA = items(a);
        SortedMap<String, String> ofB = items(b);
        if (ofA.isEmpty() || ofB.isEmpty()) {
            String sides = ofA.isEmpty() ? ofB.isEmpty() ? "both sides" : a.name() : b.name();
            Weight weight = ofA.isEmpty() && ofB.isEmpty() ? Weight.NOTE : Weight.DOUBTFUL;
            String text = "the results of " + sides + " do not contain what an acknowledgement meant (durability)";
            return List.of(new ComparisonRemark(weight, text).leavesOpen(ReviewCode.SETTINGS_DIFFER));
        }
        List<ComparisonRemark> remarks = new ArrayList<>();
        var names = new TreeSet<>(ofA.keySet());
        names.addAll(ofB.keySet());
        boolean acksAreMeant = !Objects.equals(ofA.get(ACKS), ofB.get(ACKS)) && isMeant(ACKS, rules);
        for (String name : names) {
            String valueOfA = ofA.getOrDefault(name, DurabilityItem.UNKNOWN);
            String valueOfB = ofB.getOrDefault(name, DurabilityItem.UNKNOWN);
            if (!valueOfA.equals(valueOfB)) {
                boolean meant = isMeant(name, rules) || (acksAreMeant && followsFromAcks(name, ofA, ofB));
                remarks.add(difference(name, valueOfA, valueOfB, meant));
            }
        }
        return remarks;
    }

    private static boolean isMeant(String name, ComparisonRules rules) {
        return rules.differs().stream().anyMatch(given -> FileGate.means(name, given));
    }

    /**
     * Returns whether a value differs because acks do: a producer is idempotent only with acks all, which is then the
     * default, and only with acks all does the leader wait for other replicas.
     */
    private static boolean followsFromAcks(String name, Map<String, String> ofA, Map<String, String> ofB) {
        return name.equals(DurabilityKey.IDEMPOTENCE.word())
                || (name.equals(DurabilityKey.MIN_INSYNC_REPLICAS.word())
                        && Stream.of(ofA, ofB).anyMatch(side -> DurabilityItem.WITHOUT_EFFECT.equals(side.get(name))));
    }

    private static ComparisonRemark difference(String name, String ofA, String ofB, boolean meant) {
        boolean decides = DurabilityKey.of(name)
                .map(key -> key.decides() && !key.isAlike(List.of(ofA, ofB)))
                .orElse(true);
        boolean open = ofA.equals(DurabilityItem.UNKNOWN) || ofB.equals(DurabilityItem.UNKNOWN);
        String text = "durability." + name + ": " + ofA + " | " + ofB;
        if (!decides || meant) {
            return new ComparisonRemark(Weight.NOTE, text);
        }
        return open
                ? new ComparisonRemark(Weight.DOUBTFUL, text).leavesOpen(ReviewCode.SETTINGS_DIFFER)
                : new ComparisonRemark(Weight.UNEQUAL, text).refusedBy(ReviewCode.SETTINGS_DIFFER);
    }

    /** Returns known differences in the meaning of an acknowledgement: {@code durability.acks: all | 1}. */
    static List<String> differences(StoredResult one, StoredResult other) {
        List<String> differences = new ArrayList<>();
        for (DurabilityKey key : DurabilityKey.values()) {
            if (key.decides()
                    && one.durability().knows(key)
                    && other.durability().knows(key)) {
                List<String> values = Stream.of(one, other)
                        .flatMap(result -> result.durability().find(key).stream())
                        .map(DurabilityItem::value)
                        .toList();
                if (Set.copyOf(values).size() > 1 && !key.isAlike(values)) {
                    differences.add("durability." + key.word() + ": " + String.join(" | ", values));
                }
            }
        }
        return differences;
    }

    /** Returns items by name; if the runs of a side differ, all their values. */
    private static SortedMap<String, String> items(RunGroup side) {
        SortedMap<String, String> items = new TreeMap<>();
        for (MeasuredRun run : side.runs()) {
            for (RunChecks.DurabilityFact item : run.result().weir().checks().durability()) {
                items.merge(item.item(), item.value(), (one, other) -> holds(one, other) ? one : one + " and " + other);
            }
        }
        return items;
    }

    /**
     * Returns lines about promises that differ or are unknown, known differences first: the figures of the sides are
     * then those of different work.
     */
    public static List<String> promises(List<Comparison> comparisons) {
        Set<String> differing = new LinkedHashSet<>();
        Set<String> unknown = new LinkedHashSet<>();
        for (Comparison pair : comparisons) {
            SortedMap<String, String> ofA = items(pair.a());
            SortedMap<String, String> ofB = items(pair.b());
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
                if (holds(a, DurabilityItem.UNKNOWN) || holds(b, DurabilityItem.UNKNOWN)) {
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

    /** Returns whether a value is among those of the runs of a side. */
    private static boolean holds(String values, String value) {
        return List.of(values.split(" and ", -1)).contains(value);
    }
}
