package dev.weir.report.board;

import dev.weir.report.DurabilityText;
import dev.weir.report.Figures;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.html.tag.PageFrame;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.ComparedSystem;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Comparability.ComparabilityVerdict;
import dev.weir.result.stored.Comparability.Difference;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of the board. It shows the first rows at once, and has all as columns of data for the script. */
public final class Board {
    private static final List<String> FILTERS =
            List.of("system", "version", "durability", "hardware", "client", "outcome");
    /** Number of rows that the page shows at first: twice as many as a screen has, so that a browser is quick. */
    static final int FIRST_ROWS = 25;

    /** Number of rows that the button below them adds. */
    static final int MORE_ROWS = 100;

    private static final List<List<String>> TERMS = List.of(
            List.of("VALID", "Weir found nothing in itself that puts the figures in doubt."),
            List.of(
                    "DEGRADED",
                    "The figures can be used, but they are less reliable. The page of the result states why."),
            List.of(
                    "INVALID, FAILED, INTERRUPTED",
                    "The figures must not be used, or the run was not completed. Such results have no rank."),
            List.of(
                    "OMB",
                    "A result of the OpenMessaging Benchmark. It states no outcome and no durability, so it has no rank."),
            List.of("bundled", "A bundle lies beside the result; the badge links to it."),
            List.of("verified", "The bundle was checked with bin/benchmark verify, and has not changed since."),
            List.of(
                    "repeated",
                    "Another result in the same ranking, of the same system and version, was measured from other hosts."
                            + " Its achieved rate and its p99 differ by at most 3 %."),
            List.of(
                    "rank",
                    "By the achieved rate, with reads and aborted messages; at least 99 % of the target counts as the"
                            + " target. Equal rates are ranked by p99. A rank alone does not show that a difference is more than chance: bin/benchmark"
                            + " compare does."),
            List.of("samples", "The number of latencies on which p50 and p99 rest."));

    private final List<BoardRow> rows = new ArrayList<>();
    private final List<GroupText> groups = new ArrayList<>();

    public Board(Collection<BoardEntry> entries) {
        for (RankingGroup group : RankingGroup.of(entries)) {
            Set<BoardEntry> repeated = repeated(group.withRank(), ComparisonRules.DEFAULT.margin());
            int start = rows.size();
            for (BoardEntry entry : group.entries()) {
                int rank = rows.size() - start + 1;
                rows.add(new BoardRow(
                        entry, groups.size(), rank <= group.ranked() ? rank : 0, repeated.contains(entry)));
            }
            groups.add(GroupText.of(group, groups));
        }
    }

    public String html() {
        Tag glossary = Tag.of("section").add(Tag.of("h2", "What the words mean"), Tag.terms(TERMS.stream()));
        Tag main = Tag.of("main").add(header(), filters(), tables(), more(), glossary);
        String style = PageFrame.resource("report.css") + "\n" + PageFrame.resource("board.css");
        String script = PageFrame.resource("board.js");
        return PageFrame.of("Benchmark results", main.toString(), PageFrame.json(data()), script, style, false);
    }

    private Tag header() {
        String lead = NumberText.counted(rows.size(), "result") + " in " + NumberText.counted(groups.size(), "table")
                + ". A table contains results of one workload and one durability, the best first. Only they are ranked"
                + " against each other: at another load, or if an acknowledgement means less, a rate or a latency answers"
                + " another question.";
        return Tag.of("header")
                .add(Tag.of("h1", "Benchmark results"), Tag.of("p", lead).is("lead"));
    }

    private static Tag filters() {
        Tag form = Tag.of("form").with("id", "filters").with("role", "search");
        Tag search = Tag.of("input").with("type", "search").with("name", "label");
        form.add(Tag.of("label", "label ").add(search));
        for (String name : FILTERS) {
            Tag all = Tag.of("option", "all").with("value", "");
            Tag select = Tag.of("select").with("name", name).add(all);
            form.add(Tag.of("label", name.equals("hardware") ? "workers' hosts " : name + " ")
                    .add(select));
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
                table.row(first.get(from).cells());
            }
            GroupText text = groups.get(group);
            tables.add(Tag.of("section").add(Tag.of("h2", text.title()), Tag.note(text.note()), table.tag()));
        }
        return tables;
    }

    private Tag more() {
        Tag button = Tag.of("button", "Show " + MORE_ROWS + " more").with("type", "button");
        String shown = "Without JavaScript, this page shows the first "
                + Figures.count(Math.min(FIRST_ROWS, rows.size())) + " of "
                + NumberText.counted(rows.size(), "result") + ".";
        return Tag.of("p").is("tools").with("id", "more").add(button.with("hidden", ""), Tag.of("noscript", shown));
    }

    /** Returns the rows for the script: columns of indices into the different texts of each column. */
    private Map<String, Object> data() {
        Map<String, Object> columns = new LinkedHashMap<>();
        put("rank", BoardRow::rankText, columns);
        put("label", row -> row.entry().title().label(), columns);
        put("page", row -> row.entry().links().page(), columns);
        put("outcome", row -> row.entry().outcome(), columns);
        put("bundle", row -> row.entry().links().bundle(), columns);
        put("badges", BoardRow::badgeWords, columns);
        put("system", row -> row.entry().subject().system(), columns);
        put("version", row -> row.entry().subject().version(), columns);
        put("durability", row -> row.entry().subject().durability(), columns);
        put("client", row -> row.entry().subject().client(), columns);
        put("hardware", row -> row.entry().subject().hardware(), columns);
        put("date", row -> row.entry().title().day(), columns);
        put("rate", row -> row.entry().figures().rate(), columns);
        put("p50", row -> row.entry().figures().p50(), columns);
        put("p99", row -> row.entry().figures().p99(), columns);
        put("samples", row -> row.entry().figures().samples(), columns);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("firstRows", FIRST_ROWS);
        data.put("moreRows", MORE_ROWS);
        data.put("head", BoardRow.HEAD);
        data.put("numbersFrom", BoardRow.NUMBERS_FROM);
        data.put("filters", FILTERS);
        data.put("titles", groups.stream().map(GroupText::title).toList());
        data.put("notes", groups.stream().map(GroupText::note).toList());
        data.put("group", rows.stream().map(BoardRow::group).toList());
        data.put("columns", columns);
        return data;
    }

    private void put(String name, Function<BoardRow, String> text, Map<String, Object> columns) {
        Map<String, Integer> places = new LinkedHashMap<>();
        List<Integer> indices = new ArrayList<>();
        for (BoardRow row : rows) {
            indices.add(places.computeIfAbsent(text.apply(row), word -> places.size()));
        }
        columns.put(name, new TextColumn(places.keySet(), indices));
    }

    /** Texts of a column: each once, and for each row the index of its text. */
    private record TextColumn(Set<String> words, List<Integer> at) {}

    /**
     * Finds results that were repeated: another result with a rank among them, of the same system and version, was measured
     * by workers on other hosts, and its achieved rate and p99 differ by at most the margin. Hosts are other ones if they
     * have neither a name nor a boot id in common.
     */
    private static Set<BoardEntry> repeated(Collection<BoardEntry> ranked, double margin) {
        Set<BoardEntry> repeated = Collections.newSetFromMap(new IdentityHashMap<>());
        Map<List<String>, List<BoardEntry>> byVersion = ranked.stream()
                .filter(each -> !each.subject().version().equals(BoardEntry.UNKNOWN)
                        && !each.hosts().isEmpty())
                .collect(Collectors.groupingBy(
                        each -> List.of(each.subject().system(), each.subject().version())));
        for (List<BoardEntry> entries : byVersion.values()) {
            for (int i = 0; i < entries.size(); i++) {
                BoardEntry entry = entries.get(i);
                for (BoardEntry other : entries.subList(0, i)) {
                    if (entry.figures().isWithin(margin, other.figures())
                            && Collections.disjoint(entry.hosts(), other.hosts())) {
                        repeated.addAll(List.of(entry, other));
                    }
                }
            }
        }
        return repeated;
    }

    /** Heading of a table of the board: a sentence about the load, and what else a reader of the table must know. */
    private record GroupText(int number, String load, String note, ComparedSystem conditions) {
        /** @param before groups before it, some of which may have the same load */
        static GroupText of(RankingGroup group, List<GroupText> before) {
            BoardEntry first = group.entries().get(0);
            String latencies = group.entries().stream()
                    .map(entry -> entry.figures().latency())
                    .filter(latency -> !latency.isEmpty())
                    .distinct()
                    .collect(Collectors.joining(" or "));
            String durability = group.entries().stream()
                    .map(entry -> BoardEntry.known(
                            DurabilityText.full(entry.conditions().durability())))
                    .distinct()
                    .collect(Collectors.joining("; or "));
            String note = "Durability: " + durability + ". "
                    + (latencies.isEmpty() ? "" : "Latency: " + latencies + ". ")
                    + (group.isComparable()
                            ? ""
                            : "Not ranked: a part of the durability is unknown, so these results may differ in it. ")
                    + before.stream()
                            .filter(other -> other.load.equals(first.title().load()))
                            .findFirst()
                            .map(other -> difference(other, first.conditions()))
                            .orElse("");
            return new GroupText(before.size() + 1, first.title().load(), note.strip(), first.conditions());
        }

        String title() {
            return number + ". " + load;
        }

        private static String difference(GroupText other, ComparedSystem conditions) {
            String load = Comparability.of(List.of(other.conditions, conditions), Set.of()).differences().stream()
                    .filter(each -> conditions.load().containsKey(each.field())
                            || other.conditions.load().containsKey(each.field()))
                    .map(Difference::text)
                    .collect(Collectors.joining(", "));
            return load.isEmpty() ? "" : "Its load differs from table " + other.number + " in " + load + ".";
        }
    }

    /** A row of the board: the index of its group, and its rank there from 1; 0 if it has none. */
    private record BoardRow(BoardEntry entry, int group, int rank, boolean isRepeated) {
        static final List<String> HEAD = List.of(
                "rank",
                "result",
                "outcome",
                "badges",
                "system",
                "client",
                "workers' hosts",
                "date",
                "msg/s",
                "p50 ms",
                "p99 ms",
                "samples");
        static final int NUMBERS_FROM = 8;

        /** Returns its cells. The script of the page makes the same ones. */
        List<Object> cells() {
            BoardEntry.Subject subject = entry.subject();
            BoardEntry.RankedFigures figures = entry.figures();
            return List.of(
                    rankText(),
                    linked(entry.title().label(), entry.links().page()),
                    Tag.of("span", entry.outcome())
                            .is("badge " + entry.outcome().toLowerCase(Locale.ROOT)),
                    badges(),
                    subject.system() + " " + subject.version(),
                    subject.client(),
                    subject.hardware(),
                    entry.title().day(),
                    figures.rate(),
                    figures.p50(),
                    figures.p99(),
                    figures.samples());
        }

        String rankText() {
            return rank > 0 ? String.valueOf(rank) : "";
        }

        /** Returns its badges beside the bundle, separated by spaces. */
        String badgeWords() {
            return ((entry.links().isVerified() ? "verified" : "") + (isRepeated ? " repeated" : "")).strip();
        }

        private Tag badges() {
            Tag cell = Tag.of("span");
            if (!entry.links().bundle().isEmpty()) {
                cell.add(linked("bundled", entry.links().bundle()));
            }
            Stream.of(badgeWords().split(" ", -1))
                    .filter(word -> !word.isEmpty())
                    .forEach(word -> cell.text(" ").add(Tag.of("span", word).is("mark")));
            return cell;
        }

        private static Tag linked(String text, String address) {
            return address.isEmpty() ? Tag.of("span", text) : Tag.of("a", text).with("href", address);
        }
    }

    /**
     * Results of equal load and durability, the best first. Only they are ranked against each other: at another load, or if
     * an acknowledgement means less, a rate or a latency answers another question.
     *
     * @param entries at least one; those without a rank last
     * @param ranked number of the entries with a rank: the first ones
     * @param isComparable whether the durability is known, so that results can be ranked
     */
    public record RankingGroup(List<BoardEntry> entries, int ranked, boolean isComparable) {
        private static final Comparator<BoardEntry> BEST_FIRST = Comparator.comparing(
                        (BoardEntry entry) -> !canRank(entry))
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
}
