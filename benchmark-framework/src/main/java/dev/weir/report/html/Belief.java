package dev.weir.report.html;

import dev.weir.measure.Latency;
import dev.weir.result.Finding;
import dev.weir.result.IsoTime;
import dev.weir.result.StoredReason;
import dev.weir.result.StoredResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What speaks for and against the figures: reasons, findings, thresholds, the audit and the clocks. */
final class Belief {
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

    private final Map<List<String>, List<String>> remarks = new LinkedHashMap<>();
    private final boolean single;
    private final int runs;

    private Belief(int runs) {
        this.runs = runs;
        this.single = runs == 1;
    }

    static Tag of(List<ShownRun> shown) {
        var belief = new Belief(shown.size());
        shown.forEach(belief::add);
        Tag section = Tag.of("section").with("id", "belief").add(Tag.of("h2", "Reasons and findings"));
        section.add(
                Tag.of("p", "Reasons are about the instrument and decide the outcome; findings are about the system.")
                        .is("note"));
        if (shown.stream().anyMatch(run -> run.result().isSearch())) {
            section.add(Tag.of("p", "Those of a search's runs stand on the pages of these.")
                    .is("note"));
        }
        return section.add(belief.table());
    }

    private void add(ShownRun run) {
        StoredResult result = run.result();
        List<StoredReason> reasons = result.reasons();
        List<Map<String, Object>> stored = result.mappings("weir", "reasons");
        for (int i = 0; i < reasons.size(); i++) {
            StoredReason reason = reasons.get(i);
            String severity = reason.severity().name().toLowerCase(Locale.ROOT);
            remark(severity, reason.code().name(), reason.text() + place(result, stored.get(i)), run);
        }
        for (Finding finding : result.findings()) {
            remark("finding", finding.code().name(), finding.text(), run);
        }
        for (Map<String, Object> threshold : result.mappings("weir", "thresholds")) {
            boolean met = Boolean.TRUE.equals(threshold.get("met"));
            boolean judged = Boolean.TRUE.equals(threshold.get("judged"));
            boolean byDefault = Boolean.TRUE.equals(threshold.get("byDefault"));
            String kind = met ? "threshold met" : judged || !byDefault ? "threshold missed" : "threshold open";
            remark(kind, String.valueOf(threshold.get("text")), value(threshold), run);
        }
        audit(run);
        clocks(run);
        pacing(run);
    }

    /** Where on the charts the worst stretch of it is: texts have the time of day. */
    private static String place(StoredResult result, Map<String, Object> reason) {
        OptionalLong origin = result.originNanos();
        if (origin.isEmpty() || !(reason.get("begin") instanceof String begin)) {
            return "";
        }
        double seconds = Marks.seconds(IsoTime.epochNanos(begin), origin.getAsLong());
        return " (worst at " + Kind.SECONDS.text(seconds) + " of the charts)";
    }

    private static String value(Map<String, Object> threshold) {
        if (!Boolean.TRUE.equals(threshold.get("judged"))) {
            return String.valueOf(threshold.getOrDefault("why", ""));
        }
        Object unit = threshold.getOrDefault("unit", "");
        if (threshold.get("value") instanceof Number value) {
            String greater = Boolean.TRUE.equals(threshold.get("greaterThan")) ? "> " : "";
            return greater
                    + (unit.equals("ns")
                            ? Kind.MILLIS.text(value.doubleValue() / 1e6) + " ms"
                            : Numerals.significant(value.doubleValue()) + " " + unit);
        }
        return String.valueOf(threshold.get("value"));
    }

    private void audit(ShownRun run) {
        StoredResult result = run.result();
        result.text("weir", "audit", "verdict").ifPresent(verdict -> {
            List<String> figures = new ArrayList<>();
            if (result.number("weir", "audit", "subscriptions").orElse(1) == 0) {
                remark("audit", verdict, "no subscriptions", run);
                return;
            }
            for (String figure : List.of("acknowledged", "delivered", "lost", "duplicated", "reordered")) {
                OptionalDouble count = result.number("weir", "audit", figure);
                if (count.isPresent()) {
                    boolean early = figure.equals("lost") && !result.isTrue("weir", "audit", "complete");
                    // Results of schema versions below 4 count what was under way as lost.
                    double unknown = result.number("weir", "audit", "unknown").orElse(0);
                    figures.add(
                            early
                                    ? Kind.MESSAGES.text(count.getAsDouble() + unknown)
                                            + " not known to be delivered when the run ended"
                                    : Kind.MESSAGES.text(count.getAsDouble()) + " " + figure);
                }
            }
            remark("audit", verdict, String.join(", ", figures), run);
        });
    }

    private void clocks(ShownRun run) {
        StoredResult result = run.result();
        result.text("weir", "clock", "mode").ifPresent(mode -> {
            OptionalDouble bound = result.number("weir", "clock", "endToEndBoundNanos");
            remark(
                    "clocks",
                    mode,
                    bound.isEmpty()
                            ? "how far end-to-end times can be wrong is not known"
                            : bound.getAsDouble() == 0
                                    ? "one clock took both ends of each end-to-end time"
                                    : "end-to-end times are right within " + Kind.MILLIS.text(bound.getAsDouble() / 1e6)
                                            + " ms",
                    run);
        });
    }

    private void pacing(ShownRun run) {
        OptionalDouble bound =
                run.result().number("weir", "latency", Latency.PUBLISH_RESPONSE.key(), "pacingBoundNanos");
        if (bound.isPresent()) {
            remark(
                    "pacing",
                    "response times",
                    "pacing adds at most " + Kind.MILLIS.text(bound.getAsDouble() / 1e6)
                            + " ms to each, on average half of that",
                    run);
        }
    }

    /** Of many runs, only the first that says it is quoted. */
    private void remark(String kind, String code, String text, ShownRun run) {
        List<String> key = runs <= Parts.MOST_RUNS ? List.of(kind, code, text) : List.of(kind, code);
        remarks.computeIfAbsent(key, any -> new ArrayList<>(List.of(text))).add(run.label());
    }

    private Tag table() {
        Table table = (single ? Table.of("kind", "code", "text") : Table.of("kind", "code", "text", "of")).stacked();
        List<Map.Entry<List<String>, List<String>>> sorted = new ArrayList<>(remarks.entrySet());
        sorted.sort(Comparator.comparingInt(each -> ORDER.indexOf(each.getKey().get(0))));
        sorted.forEach(each -> {
            List<String> key = each.getKey();
            List<String> values = each.getValue();
            List<Tag> cells = new ArrayList<>(List.of(
                    Tag.of("span", key.get(0)).is("kind"),
                    Tag.of("span", key.get(1)).is("code"),
                    Tag.of("span", values.get(0))));
            if (!single) {
                List<String> labels =
                        values.subList(1, values.size()).stream().distinct().toList();
                cells.add(Tag.of(
                        "span",
                        runs <= Parts.MOST_RUNS || labels.size() == 1
                                ? String.join("; ", labels)
                                : labels.size() + " runs, first " + labels.get(0)));
            }
            table.add(key.get(0).replace(' ', '-'), cells);
        });
        return table.isEmpty() ? Tag.of("p", "The files tell of none.") : table.tag();
    }
}
