package dev.weir.report.compare;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.document.RunChecks;
import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Checks whether an acknowledgement meant the same on both sides, by {@code weir.durability}. */
public final class DurabilityGate implements Gate {
    private static final String ACKS = DurabilityKey.ACKS.word();

    @Override
    public List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        SortedMap<String, String> ofA = items(a);
        SortedMap<String, String> ofB = items(b);
        List<ComparisonRemark> remarks = new ArrayList<>();
        if (ofA.isEmpty() || ofB.isEmpty()) {
            String sides = ofA.isEmpty() ? ofB.isEmpty() ? "both sides" : a.name() : b.name();
            remarks.add(new ComparisonRemark(
                            ofA.isEmpty() && ofB.isEmpty() ? Weight.NOTE : Weight.DOUBTFUL,
                            "the results of " + sides + " do not contain what an acknowledgement meant (durability)")
                    .leavesOpen(ReviewCode.SETTINGS_DIFFER));
            return remarks;
        }
        var names = new TreeSet<>(ofA.keySet());
        names.addAll(ofB.keySet());
        boolean acksAreMeant = !Objects.equals(ofA.get(ACKS), ofB.get(ACKS)) && isMeant(ACKS, rules);
        for (String name : names) {
            difference(
                            name,
                            ofA.getOrDefault(name, DurabilityItem.UNKNOWN),
                            ofB.getOrDefault(name, DurabilityItem.UNKNOWN),
                            isMeant(name, rules) || (acksAreMeant && followsFromAcks(name, ofA, ofB)))
                    .ifPresent(remarks::add);
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

    /** @param meant whether the difference is intended */
    private static Optional<ComparisonRemark> difference(String name, String ofA, String ofB, boolean meant) {
        if (ofA.equals(ofB)) {
            return Optional.empty();
        }
        boolean decides = DurabilityKey.of(name)
                .map(key -> key.decides() && !key.isAlike(List.of(ofA, ofB)))
                .orElse(true);
        boolean open = ofA.equals(DurabilityItem.UNKNOWN) || ofB.equals(DurabilityItem.UNKNOWN);
        String text = "durability." + name + ": " + ofA + " | " + ofB;
        if (!decides || meant) {
            return Optional.of(new ComparisonRemark(Weight.NOTE, text));
        }
        return Optional.of(
                open
                        ? new ComparisonRemark(Weight.DOUBTFUL, text).leavesOpen(ReviewCode.SETTINGS_DIFFER)
                        : new ComparisonRemark(Weight.UNEQUAL, text).violates(ReviewCode.SETTINGS_DIFFER));
    }

    /**
     * Returns differences in the meaning of an acknowledgement, such as {@code durability.acks: all | 1}, where both
     * sides are known.
     */
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
    static SortedMap<String, String> items(RunGroup side) {
        SortedMap<String, String> items = new TreeMap<>();
        for (MeasuredRun run : side.runs()) {
            for (RunChecks.DurabilityFact item : run.result().weir().checks().durability()) {
                items.merge(
                        item.item(),
                        item.value(),
                        (one, other) -> List.of(one.split(" and ", -1)).contains(other) ? one : one + " and " + other);
            }
        }
        return items;
    }
}
