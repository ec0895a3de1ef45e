package dev.weir.report.html.section;

import dev.weir.report.Figures;
import dev.weir.report.html.run.Dimensions;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Section about the meaning of an acknowledgement, the files, the hosts, the system, and how to repeat the run. */
public final class Setup {
    private static final int MAX_COLUMNS = 6;

    private Setup() {}

    public static Tag of(List<ShownRun> runs) {
        Tag section = Tag.section("setup", "Setup");
        section.add(Tag.of("h3", "What an acknowledgement meant")).add(durability(runs));
        section.add(Tag.of("h3", "Effective configuration")).add(configuration(runs));
        if (runs.size() <= ShownRun.MAX_IN_DETAIL) {
            add("What the system reported", Dimensions.beside(runs, Setup::system), runs, section);
            add("Workers' hosts", Dimensions.beside(runs, Setup::hosts), runs, section);
        }
        return section;
    }

    public static Tag again(List<ShownRun> runs) {
        Tag section = Tag.section("again", "How to run it again");
        boolean many = runs.size() > ShownRun.MAX_IN_DETAIL;
        for (ShownRun run : many ? runs.subList(0, 1) : runs) {
            StoredResult result = run.result();
            if (result.workloadFile().isEmpty()) {
                section.add(Tag.of("p", run.label() + ": its file does not contain what was run."));
                continue;
            }
            String started = result.provenance().map(Provenance::commandLine).orElse("?");
            if (many) {
                section.add(Tag.of("pre", started), Tag.of("p", "The first of its runs alone:"));
            }
            section.add(Tag.of("pre", "bin/benchmark rerun " + quoted(String.valueOf(result.file()))));
            String version = result.provenance().map(Provenance::version).orElse("?");
            section.add(Tag.note((many ? "" : "Started as: " + started + ". ") + "Weir " + version + ". Seed "
                    + result.workloadFile().orElseThrow().getOrDefault("seed", "?") + "."));
        }
        return section;
    }

    /** Quotes a path as one word for a shell. */
    private static String quoted(String path) {
        return path.matches("[\\w./:=@%+,-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }

    private static List<Tag> durability(List<ShownRun> runs) {
        Map<String, List<String>> values = Dimensions.beside(runs, Setup::durability);
        if (values.isEmpty()) {
            return List.of(Tag.note("The result does not state what an acknowledgement meant."
                    + (runs.stream().allMatch(ShownRun::isOmb) ? "" : " The driver file below may state it.")));
        }
        if (runs.size() <= MAX_COLUMNS) {
            return List.of(sideBySide(values, runs, Set.of()));
        }
        Map<String, List<String>> same = new LinkedHashMap<>(values);
        same.values().removeIf(each -> Set.copyOf(each).size() > 1);
        values.keySet().removeAll(same.keySet());
        List<Tag> tags = new ArrayList<>();
        if (!values.isEmpty()) {
            tags.add(sideBySide(values, runs, Set.of()));
        }
        if (!same.isEmpty()) {
            tags.add(Tag.note("The same in all runs:"));
            tags.add(sideBySide(same, runs.subList(0, 1), Set.of()));
        }
        return tags;
    }

    private static Map<String, String> durability(StoredResult result) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (RunChecks.DurabilityFact item : result.weir().checks().durability()) {
            String note = item.note().isBlank() ? "" : ": " + item.note();
            cells.put(item.item(), item.value() + " (" + item.source() + ")" + note);
        }
        return cells;
    }

    private static List<Tag> configuration(List<ShownRun> runs) {
        Map<String, List<String>> same = Dimensions.fields(runs);
        Map<String, List<String>> differing = Dimensions.differing(same);
        same.keySet().removeAll(differing.keySet());
        List<Tag> tags = new ArrayList<>();
        if (!differing.isEmpty()) {
            tags.add(Tag.note("In these fields the runs differ:"));
            tags.add(sideBySide(differing, runs, differing.keySet()));
        }
        Set<String> point = runs.size() == 1 ? runs.get(0).result().point().keySet() : Set.of();
        if (!same.isEmpty()) {
            String title = runs.size() > 1
                    ? "Fields that are the same in all runs"
                    : runs.get(0).isOmb() ? "All fields in the file" : "All fields, defaults included";
            tags.add(Tag.details(title, sideBySide(same, runs.subList(0, 1), point)));
        }
        if (!point.isEmpty()) {
            tags.add(Tag.note("Highlighted: fields in which this run differs from its workload file."));
        }
        return tags.isEmpty() ? List.of(Tag.of("p", "The files do not contain it.")) : tags;
    }

    /** Returns a table with a column for each run, or, if there are many, a line. */
    private static Tag sideBySide(Map<String, List<String>> values, List<ShownRun> runs, Set<String> highlighted) {
        if (runs.size() > MAX_COLUMNS) {
            RowTable<Integer> lines =
                    RowTable.of(IntStream.range(0, runs.size()).boxed().toList());
            lines.text("run", run -> runs.get(run).label());
            values.forEach((name, each) -> lines.text(name, each::get));
            return lines.table().tag();
        }
        List<String> head = new ArrayList<>(List.of("field"));
        runs.forEach(run -> head.add(runs.size() == 1 ? "value" : run.label()));
        Table table = Table.of(head);
        values.forEach((name, each) -> {
            List<Object> cells = new ArrayList<>(List.of(Tag.of("span", name).is("code")));
            cells.addAll(each.subList(0, runs.size()));
            table.add(highlighted.contains(name) ? "differs" : "", cells);
        });
        return table.tag();
    }

    private static Map<String, String> system(StoredResult result) {
        Map<String, String> facts = new LinkedHashMap<>();
        result.system().forEach((name, value) -> facts.put(name, String.valueOf(value)));
        return facts;
    }

    private static Map<String, String> hosts(StoredResult result) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (Worker worker : result.weir().instrument().workers()) {
            worker.facts().forEach((name, value) -> {
                boolean isSize = name.endsWith("Bytes") && value instanceof Number;
                String text = isSize ? Figures.binary(((Number) value).doubleValue()) : String.valueOf(value);
                facts.put(worker.name() + ": " + name, text);
            });
        }
        return facts;
    }

    private static void add(String title, Map<String, List<String>> values, List<ShownRun> runs, Tag section) {
        if (!values.isEmpty()) {
            section.add(Tag.details(title, sideBySide(values, runs, Set.of())));
        }
    }
}
