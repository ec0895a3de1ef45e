package dev.weir.report.board;

import dev.weir.result.run.ComparedSystem;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Comparability.ComparabilityVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Results of equal load and durability, the best first. Only they are ranked against each other: at another load, or if
 * an acknowledgement means less, a rate or a latency answers another question.
 *
 * @param entries at least one; those without a rank last
 * @param ranked number of the entries with a rank: the first ones
 * @param isComparable whether the durability is known, so that results can be ranked
 */
public record RankingGroup(List<BoardEntry> entries, int ranked, boolean isComparable) {
    private static final Comparator<BoardEntry> BEST_FIRST = Comparator.comparing((BoardEntry entry) -> !canRank(entry))
            .thenComparing(entry -> -entry.figures().rankedRate())
            .thenComparing(entry -> entry.figures().p99Millis().orElse(Double.POSITIVE_INFINITY))
            .thenComparing(entry -> entry.title().label())
            .thenComparing(entry -> entry.title().begin())
            .thenComparing(entry -> entry.links().page());

    public RankingGroup {
        entries = List.copyOf(entries);
    }

    /** Groups results; the largest ranking comes first, of equally large ones the one with the newest result. */
    public static List<RankingGroup> of(Collection<BoardEntry> entries) {
        Map<SortedMap<String, String>, List<List<BoardEntry>>> byLoad = new HashMap<>();
        List<List<BoardEntry>> all = new ArrayList<>();
        for (BoardEntry entry : entries) {
            List<List<BoardEntry>> ofLoad =
                    byLoad.computeIfAbsent(entry.conditions().load(), load -> new ArrayList<>());
            ofLoad.stream()
                    .filter(group -> belongs(entry, group.get(0)))
                    .findFirst()
                    .ifPresentOrElse(group -> group.add(entry), () -> {
                        List<BoardEntry> added = new ArrayList<>(List.of(entry));
                        ofLoad.add(added);
                        all.add(added);
                    });
        }
        return all.stream()
                .map(RankingGroup::ranked)
                .sorted(Comparator.comparing((RankingGroup group) -> -group.ranked)
                        .thenComparing(RankingGroup::newest, Comparator.reverseOrder())
                        .thenComparing(group -> group.entries.get(0), BEST_FIRST))
                .toList();
    }

    private static RankingGroup ranked(List<BoardEntry> group) {
        boolean comparable = isKnown(group.get(0).conditions());
        List<BoardEntry> sorted = group.stream().sorted(BEST_FIRST).toList();
        long ranked = group.stream().filter(RankingGroup::canRank).count();
        // One result alone is neither better nor worse.
        return new RankingGroup(sorted, comparable && ranked > 1 ? Math.toIntExact(ranked) : 0, comparable);
    }

    private static boolean canRank(BoardEntry entry) {
        return entry.counts() && entry.figures().achieved().orElse(0) > 0;
    }

    /** Equality is transitive here, because values that decide are known. */
    private static boolean belongs(BoardEntry entry, BoardEntry first) {
        ComparedSystem one = entry.conditions();
        ComparedSystem other = first.conditions();
        return isKnown(one) ? isKnown(other) && isEqual(one, other) : !isKnown(other);
    }

    /** A result whose durability is unknown is not even known to equal itself. */
    private static boolean isKnown(ComparedSystem conditions) {
        return !conditions.durability().items().isEmpty() && isEqual(conditions, conditions);
    }

    private static boolean isEqual(ComparedSystem one, ComparedSystem other) {
        return Comparability.of(List.of(one, other), Set.of()).verdict() == ComparabilityVerdict.EQUAL;
    }

    private String newest() {
        return Collections.max(
                entries.stream().map(entry -> entry.title().begin()).toList());
    }

    List<BoardEntry> withRank() {
        return entries.subList(0, ranked);
    }
}
