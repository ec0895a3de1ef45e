package dev.weir.report.board;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds results that were repeated: another result with a rank among them, of the same system and version, was measured
 * by workers on other hosts, and its achieved rate and p99 differ by at most the margin. Hosts are other ones if they
 * have neither a name nor a boot id in common.
 */
final class Repetition {
    private Repetition() {}

    /** Returns those of the entries, all of one ranking, that others of them repeat. */
    static Set<BoardEntry> of(Collection<BoardEntry> ranked, double margin) {
        Set<BoardEntry> repeated = Collections.newSetFromMap(new IdentityHashMap<>());
        Map<List<String>, List<BoardEntry>> byVersion = ranked.stream()
                .filter(entry -> !entry.subject().version().equals(Subject.UNKNOWN)
                        && !entry.hosts().isEmpty())
                .collect(Collectors.groupingBy(entry ->
                        List.of(entry.subject().system(), entry.subject().version())));
        for (List<BoardEntry> entries : byVersion.values()) {
            for (int i = 0; i < entries.size(); i++) {
                for (BoardEntry other : entries.subList(0, i)) {
                    if (isRepetition(entries.get(i), other, margin)) {
                        repeated.add(entries.get(i));
                        repeated.add(other);
                    }
                }
            }
        }
        return repeated;
    }

    private static boolean isRepetition(BoardEntry one, BoardEntry other, double margin) {
        return one.figures().isWithin(margin, other.figures()) && Collections.disjoint(one.hosts(), other.hosts());
    }
}
