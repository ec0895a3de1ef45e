package dev.weir.report.board;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Finds results that were repeated: another result of the same load, durability, system and version was measured by
 * workers on other hosts, and its achieved rate and p99 differ by at most the margin. Hosts are other ones if they have
 * neither a name nor a boot id in common.
 */
final class Repetition {
    private Repetition() {}

    /** What must be equal beside load and durability. */
    record Version(String system, String version) {
        static Version of(BoardEntry entry) {
            return new Version(entry.subject().system(), entry.subject().version());
        }

        boolean isKnown() {
            return !version.equals(Subject.UNKNOWN);
        }
    }

    /** Returns those of the entries, all of one version, that others of them repeat. */
    static Set<BoardEntry> of(List<BoardEntry> entries, double margin) {
        Set<BoardEntry> repeated = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < entries.size(); i++) {
            for (int j = i + 1; j < entries.size(); j++) {
                BoardEntry one = entries.get(i);
                BoardEntry other = entries.get(j);
                boolean bothKnown = repeated.contains(one) && repeated.contains(other);
                if (!bothKnown && one.figures().isWithin(margin, other.figures()) && onOtherHosts(one, other)) {
                    repeated.add(one);
                    repeated.add(other);
                }
            }
        }
        return repeated;
    }

    private static boolean onOtherHosts(BoardEntry one, BoardEntry other) {
        return !one.hosts().isEmpty()
                && !other.hosts().isEmpty()
                && Collections.disjoint(one.hosts(), other.hosts());
    }
}
