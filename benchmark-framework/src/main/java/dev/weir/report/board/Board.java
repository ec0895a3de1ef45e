package dev.weir.report.board;

import dev.weir.report.Figures;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.html.tag.PageFrame;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The page of the board. Its first rows are in the page itself, which a browser shows at once. All rows follow as columns
 * of data, with which the script filters. The same entries make the same page.
 */
public final class Board {
    /** Number of rows that the page shows at first: twice as many as a screen has, so that a browser is quick. */
    static final int FIRST_ROWS = 25;

    /** Number of rows that the button below them adds. */
    static final int MORE_ROWS = 100;

    private static final Map<String, String> TERMS = new LinkedHashMap<>();

    static {
        TERMS.put("VALID", "Weir found nothing in itself that puts the figures in doubt.");
        TERMS.put(
                "DEGRADED", "The figures can be used, but they are less reliable. The page of the result states why.");
        TERMS.put(
                "INVALID, FAILED, INTERRUPTED",
                "The figures must not be used, or the run was not completed. Such results have no rank.");
        TERMS.put(
                "OMB",
                "A result of the OpenMessaging Benchmark. It states no outcome and no durability, so it has no rank.");
        TERMS.put("bundled", "A bundle lies beside the result; the badge links to it.");
        TERMS.put("verified", "The bundle was checked with bin/benchmark verify, and has not changed since.");
        TERMS.put(
                "repeated",
                "Another result in the same ranking, of the same system and version, was measured from other hosts. Its"
                        + " achieved rate and its p99 differ by at most 3 %.");
        TERMS.put(
                "rank",
                "By the achieved rate; at least 99 % of the target counts as the target. Equal rates are ranked by p99."
                        + " A rank alone does not show that a difference is more than chance: bin/benchmark compare does.");
        TERMS.put("samples", "The number of latencies on which p50 and p99 rest.");
    }

    private final List<BoardRow> rows = new ArrayList<>();
    private final List<GroupText> groups = new ArrayList<>();

    private Board(Collection<BoardEntry> entries) {
        for (RankingGroup group : RankingGroup.of(entries)) {
            Set<BoardEntry> repeated = Repetition.of(group.withRank(), ComparisonRules.DEFAULT.margin());
            int start = rows.size();
            for (BoardEntry entry : group.entries()) {
                int rank = rows.size() - start + 1;
                rows.add(new BoardRow(
                        entry, groups.size(), rank <= group.ranked() ? rank : 0, repeated.contains(entry)));
            }
            groups.add(GroupText.of(group, groups));
        }
    }

    /** Creates the board of results in any order. */
    public static Board of(Collection<BoardEntry> entries) {
        return new Board(entries);
    }

    public String html() {
        Tag main = Tag.of("main").add(header(), filters(), tables(), more(), glossary());
        return PageFrame.of(
                "Benchmark results",
                main.toString(),
                PageFrame.json(BoardData.of(rows, groups)),
                new PageFrame.Assets(
                        PageFrame.resource("board.js"),
                        PageFrame.resource("report.css") + "\n" + PageFrame.resource("board.css")),
                false);
    }

    private Tag header() {
        return Tag.of("header")
                .add(
                        Tag.of("h1", "Benchmark results"),
                        Tag.of(
                                        "p",
                                        NumberText.counted(rows.size(), "result") + " in "
                                                + NumberText.counted(groups.size(), "table")
                                                + ". A table contains results of one workload and one durability, the best"
                                                + " first. Only they are ranked against each other: at another load, or if an"
                                                + " acknowledgement means less, a rate or a latency answers another question.")
                                .is("lead"));
    }

    private static Tag filters() {
        Tag form = Tag.of("form").with("id", "filters").with("role", "search");
        form.add(Tag.of("label", "label ")
                .add(Tag.of("input").with("type", "search").with("name", "label")));
        for (String name : BoardData.FILTERS) {
            Tag all = Tag.of("option", "all").with("value", "");
            form.add(Tag.of("label", name.equals("hardware") ? "workers' hosts " : name + " ")
                    .add(Tag.of("select").with("name", name).add(all)));
        }
        return form.add(Tag.of("output").with("id", "count").with("aria-live", "polite"));
    }

    private Tag tables() {
        Tag tables = Tag.of("div").with("id", "tables");
        List<BoardRow> first = rows.subList(0, Math.min(FIRST_ROWS, rows.size()));
        for (int from = 0; from < first.size(); ) {
            int group = first.get(from).group();
            Table table = Table.of(BoardRow.HEAD).numbersFrom(BoardRow.NUMBERS_FROM);
            for (; from < first.size() && first.get(from).group() == group; from++) {
                table.add("", first.get(from).cells());
            }
            GroupText text = groups.get(group);
            tables.add(Tag.of("section")
                    .add(Tag.of("h2", text.title()), Tag.of("p", text.note()).is("note"), table.tag()));
        }
        return tables;
    }

    private Tag more() {
        Tag button = Tag.of("button", "Show " + MORE_ROWS + " more").with("type", "button");
        return Tag.of("p")
                .is("tools")
                .with("id", "more")
                .add(button.with("hidden", ""))
                .add(Tag.of(
                        "noscript",
                        "Without JavaScript, this page shows the first "
                                + Figures.count(Math.min(FIRST_ROWS, rows.size())) + " of "
                                + NumberText.counted(rows.size(), "result") + "."));
    }

    private static Tag glossary() {
        Tag list = Tag.of("dl");
        TERMS.forEach((word, meaning) -> list.add(Tag.of("dt", word), Tag.of("dd", meaning)));
        return Tag.of("section").add(Tag.of("h2", "What the words mean"), list);
    }
}
