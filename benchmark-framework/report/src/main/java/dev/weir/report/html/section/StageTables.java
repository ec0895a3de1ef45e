package dev.weir.report.html.section;

import dev.weir.report.StageText;
import dev.weir.report.html.chart.StageDrawing;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.MessageStage;
import dev.weir.result.document.StageBreakdown;
import dev.weir.result.document.StageBreakdown.Basis;
import dev.weir.result.document.StageBreakdown.StageTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows the stages of a message's way: for each latency, stacked bars and a table. */
final class StageTables {
    private StageTables() {}

    /** Empty if no latency is divided. */
    static List<Tag> of(List<StageBreakdown> breakdowns) {
        Map<String, List<StageBreakdown>> latencies = new LinkedHashMap<>();
        breakdowns.forEach(each -> latencies
                .computeIfAbsent(each.latency(), any -> new ArrayList<>())
                .add(each));
        List<Tag> tags = new ArrayList<>();
        latencies.forEach((latency, figures) -> {
            tags.add(Tag.of("h3", "Stages of " + latency));
            tags.add(Tag.of(
                            "p",
                            "The line marks the latency. Stages of a mean add up to it. Stages of a p99 do not: each is the p99"
                                    + " of its own. Pale stages are estimated, or what the others leave.")
                    .is("note"));
            tags.add(StageDrawing.of(figures));
            figures.forEach(each -> tags.add(table(each)));
        });
        return tags;
    }

    private static Tag table(StageBreakdown breakdown) {
        Table table = Table.of(StageText.title(breakdown), "ms", "basis");
        breakdown.stages().forEach(stage -> table.add("", List.of(name(stage), time(stage), basis(stage))));
        return table.tag();
    }

    private static Tag name(StageTime stage) {
        Tag key = Tag.of("svg")
                .is("key")
                .with("viewBox", "0 0 22 10")
                .with("aria-hidden", "true")
                .add(Tag.of("rect")
                        .is(StageDrawing.color(stage.stage()) + (stage.is(Basis.MEASURED) ? "" : " estimated"))
                        .with("width", "22")
                        .with("height", "10"));
        return Tag.of("span").add(key).text(MessageStage.text(stage.stage()));
    }

    private static Tag time(StageTime stage) {
        return Tag.of("span", StageText.millis(stage));
    }

    private static Tag basis(StageTime stage) {
        return Tag.of("span", stage.is(Basis.INCONSISTENT) ? StageText.INCONSISTENT : stage.basis());
    }
}
