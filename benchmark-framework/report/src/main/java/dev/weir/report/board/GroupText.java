package dev.weir.report.board;

import dev.weir.report.DurabilityText;
import dev.weir.result.run.ComparedSystem;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Difference;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Heading of a table of the board.
 *
 * @param title sentence about the load
 * @param note durability, and what else a reader of the table must know
 * @param conditions conditions of the group
 */
record GroupText(String title, String note, ComparedSystem conditions) {
    /** @param before groups before it, some of which may have the same title */
    static GroupText of(RankingGroup group, List<GroupText> before) {
        BoardEntry first = group.entries().get(0);
        String title = (before.size() + 1) + ". " + first.title().load();
        String latencies = group.entries().stream()
                .map(entry -> entry.figures().latency())
                .filter(latency -> !latency.isEmpty())
                .distinct()
                .collect(Collectors.joining(" or "));
        String durability = group.entries().stream()
                .map(entry ->
                        Subject.known(DurabilityText.full(entry.conditions().durability())))
                .distinct()
                .collect(Collectors.joining("; or "));
        String note = "Durability: " + durability + ". "
                + (latencies.isEmpty() ? "" : "Latency: " + latencies + ". ")
                + (group.isComparable()
                        ? ""
                        : "Not ranked: a part of the durability is unknown, so these results may differ in it. ")
                + before.stream()
                        .filter(other -> isAlike(other.title, title))
                        .findFirst()
                        .map(other -> difference(other, first.conditions()))
                        .orElse("");
        return new GroupText(title, note.strip(), first.conditions());
    }

    private static boolean isAlike(String one, String other) {
        return withoutNumber(one).equals(withoutNumber(other));
    }

    private static String withoutNumber(String title) {
        return title.substring(title.indexOf(' ') + 1);
    }

    private static String difference(GroupText other, ComparedSystem conditions) {
        List<Difference> load = Comparability.of(List.of(other.conditions, conditions), Set.of()).differences().stream()
                .filter(each -> conditions.load().containsKey(each.field())
                        || other.conditions.load().containsKey(each.field()))
                .toList();
        return load.isEmpty()
                ? ""
                : "Its load differs from table " + other.title.substring(0, other.title.indexOf('.')) + " in "
                        + load.stream().map(Difference::text).collect(Collectors.joining(", ")) + ".";
    }
}
