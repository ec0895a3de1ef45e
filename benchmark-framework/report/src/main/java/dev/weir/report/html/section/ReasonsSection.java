package dev.weir.report.html.section;

import dev.weir.measure.Latency;
import dev.weir.report.Figures;
import dev.weir.report.html.chart.Mark;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Code;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Section with reasons, findings, thresholds, the audit and the clocks. */
public final class ReasonsSection {
    /** Checks that passed; an audit with another verdict is not among them. */
    private static final Set<String> PASSED = Set.of("threshold met", "audit", "clocks", "pacing");

    private static final List<String> ORDER = List.of(
            "invalid",
            "degraded",
            "finding",
            "threshold missed",
            "threshold open",
            "note",
            "threshold met",
            "audit",
            "clocks",
            "pacing");

    /** By kind and code, and, if there are few runs, text: the first text, then the labels of the runs. */
    private final Map<List<String>, List<String>> remarks = new LinkedHashMap<>();

    private final List<ShownRun> runs;

    private ReasonsSection(List<ShownRun> runs) {
        this.runs = runs;
    }

    public static Tag of(List<ShownRun> shown) {
        var reasons = new ReasonsSection(shown);
        shown.forEach(reasons::add);
        Tag section = Tag.section("reasons", "Reasons and findings");
        section.add(
                Tag.note("Reasons are about the instrument and decide the outcome; findings are about the system."));
        if (shown.stream().anyMatch(run -> run.result().isSearch())) {
            section.add(Tag.note("The reasons and findings of a search's runs are on the pages of these runs."));
        }
        return section.add(reasons.tables());
    }

    private void add(ShownRun run) {
        StoredResult result = run.result();
        for (Reason reason : result.reasons()) {
            String text = result.weir().inItsOptions(reason.text()) + place(result, reason);
            String kind = reason.severity().name().toLowerCase(Locale.ROOT);
            remark(kind, reason.code().name(), text, run);
        }
        for (Finding finding : result.findings()) {
            remark("finding", finding.code().name(), result.weir().inItsOptions(finding.text()), run);
        }
        for (ThresholdCheck threshold : result.weir().checks().thresholds()) {
            String state = threshold.met() ? "met" : threshold.isMissed() ? "missed" : "open";
            remark("threshold " + state, threshold.text(), value(threshold), run);
        }
        audit(run);
        clocks(run);
        pacing(run);
    }

    /** Returns the place of its worst stretch on the charts, because texts contain the time of day. */
    private static String place(StoredResult result, Reason reason) {
        OptionalLong origin = result.originNanos();
        if (origin.isEmpty() || reason.begin().isEmpty()) {
            return "";
        }
        double seconds = Mark.seconds(reason.begin().get().epochNanos(), origin.getAsLong());
        return " (worst at " + NumberKind.SECONDS.text(seconds) + " of the charts)";
    }

    private static String value(ThresholdCheck threshold) {
        if (!threshold.judged()) {
            return threshold.why();
        }
        if (threshold.value().orElse("null") instanceof Number number) {
            double value = number.doubleValue();
            String unit = threshold.unit();
            return (threshold.greaterThan() ? "> " : "")
                    + (unit.equals("ns") ? millis(value) : Figures.significant(value) + " " + unit);
        }
        return threshold.value().orElse("null").toString();
    }

    private void audit(ShownRun run) {
        run.result().audit().ifPresent(audit -> {
            if (audit.subscriptions() == 0) {
                remark("audit", audit.verdict(), "no subscriptions", run);
                return;
            }
            List<String> figures = new ArrayList<>();
            addCount(OptionalLong.of(audit.counts().acknowledged()), " acknowledged", figures);
            addCount(OptionalLong.of(audit.counts().delivered()), " delivered", figures);
            if (audit.complete()) {
                addCount(audit.violations().lost(), " lost", figures);
            } else if (audit.violations().lost().isPresent()) {
                addCount(audit.blocks().unknown(), " not known to be delivered when the run ended", figures);
            }
            if (audit.counts().expired().orElse(0) > 0) {
                addCount(audit.counts().expired(), " expired", figures);
            }
            addCount(audit.violations().duplicated(), " duplicated", figures);
            addCount(audit.violations().reordered(), " reordered", figures);
            remark("audit", audit.verdict(), String.join(", ", figures), run);
        });
    }

    private static void addCount(OptionalLong count, String what, List<String> figures) {
        count.ifPresent(messages -> figures.add(NumberKind.MESSAGES.text((double) messages) + what));
    }

    private void clocks(ShownRun run) {
        run.result().weir().checks().clock().ifPresent(clock -> {
            OptionalLong bound = clock.endToEndBoundNanos();
            String text = bound.isEmpty()
                    ? "the error of end-to-end times is unknown"
                    : bound.getAsLong() == 0
                            ? "one clock took both ends of each end-to-end time"
                            : "end-to-end times are right within " + millis((double) bound.getAsLong());
            remark("clocks", clock.mode(), text, run);
        });
    }

    private void pacing(ShownRun run) {
        String latency = Latency.PUBLISH_RESPONSE.key();
        Stream.ofNullable(run.result().weir().measurements().latency().get(latency))
                .flatMapToLong(each -> each.pacingBoundNanos().stream())
                .mapToObj(
                        bound -> "pacing adds at most " + millis((double) bound) + " to each, on average half of that")
                .forEach(text -> remark("pacing", "response times", text, run));
    }

    private static String millis(double nanos) {
        return NumberKind.MILLIS.text(nanos / 1e6) + " ms";
    }

    /** Adds a remark; if many runs have it, only the first is quoted. */
    private void remark(String kind, String code, String text, ShownRun run) {
        List<String> key = runs.size() <= ShownRun.MAX_IN_DETAIL ? List.of(kind, code, text) : List.of(kind, code);
        remarks.computeIfAbsent(key, any -> new ArrayList<>(List.of(text))).add(run.label());
    }

    private List<Tag> tables() {
        var sorted = remarks.entrySet().stream()
                .sorted(Comparator.comparingInt(
                        each -> ORDER.indexOf(each.getKey().get(0))))
                .toList();
        var passed = sorted.stream().filter(each -> isPassed(each.getKey())).toList();
        var open = sorted.stream().filter(each -> !isPassed(each.getKey())).toList();
        List<Tag> tags = new ArrayList<>();
        String none = runs.stream().allMatch(ShownRun::isOmb) ? "OMB's results contain none." : "There are none.";
        tags.add(open.isEmpty() ? Tag.of("p", none) : table(open));
        if (!passed.isEmpty()) {
            tags.add(Tag.details(NumberText.counted(passed.size(), "check") + " passed", table(passed)));
        }
        return tags;
    }

    private static boolean isPassed(List<String> key) {
        return PASSED.contains(key.get(0))
                && !(key.get(0).equals("audit") && !key.get(1).equals("clean"));
    }

    private Tag table(List<Map.Entry<List<String>, List<String>>> shown) {
        boolean single = runs.size() == 1;
        Table table = (single ? Table.of("kind", "code", "text") : Table.of("kind", "code", "text", "of")).stacked();
        shown.forEach(each -> {
            List<String> key = each.getKey();
            List<String> values = each.getValue();
            Tag kind = Tag.of("span", key.get(0)).is("kind");
            Tag code = Code.of(key.get(1)).explanation().isPresent()
                    ? Tag.of("a", key.get(1)).with("href", "#" + Glossary.anchor(key.get(1)))
                    : Tag.of("span", key.get(1));
            List<Object> cells = new ArrayList<>(List.of(kind, code.is("code"), values.get(0)));
            if (!single) {
                var labels =
                        values.subList(1, values.size()).stream().distinct().toList();
                cells.add(
                        runs.size() <= ShownRun.MAX_IN_DETAIL || labels.size() == 1
                                ? String.join("; ", labels)
                                : labels.size() + " runs, first " + labels.get(0));
            }
            table.add(key.get(0).replace(' ', '-'), cells);
        });
        return table.tag();
    }
}
