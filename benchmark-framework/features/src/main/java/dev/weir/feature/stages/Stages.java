package dev.weir.feature.stages;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.feature.Feature;
import dev.weir.feature.brokermetrics.BrokerRequests;
import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.MessageStage;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.measure.LatencySet;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.DerivedPart;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The part {@code stages} of a result, and how it is shown. */
public final class Stages implements Feature, DerivedPart, PartView, PartSection {
    static final ResultPart<List<StageBreakdown>> PART = new ResultPart<>("stages", new TypeReference<>() {});

    private static final String INCONSISTENT =
            "Inconsistent: the stages together are longer than the latency, so some estimates are too long.";

    @Override
    public List<?> seats() {
        return List.of(this, PART);
    }

    @Override
    public String name() {
        return PART.name();
    }

    @Override
    public Optional<List<StageBreakdown>> of(LatencySet measured, RunDetails details) {
        List<StageBreakdown> breakdowns =
                StageDivision.of(measured, details.clients(), BrokerRequests.in(details, "Produce"));
        return Optional.of(breakdowns).filter(any -> !any.isEmpty());
    }

    @Override
    public List<String> explanation(RunDetails details) {
        return lines(PART.in(details).orElse(List.of()));
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        Map<String, List<StageBreakdown>> latencies = PART.in(run.result().weir()).orElse(List.of()).stream()
                .collect(Collectors.groupingBy(StageBreakdown::latency, LinkedHashMap::new, Collectors.toList()));
        List<Tag> tags = new ArrayList<>();
        latencies.forEach((latency, figures) -> {
            tags.add(Tag.of("h3", "Stages of " + latency));
            tags.add(Tag.note(
                    "The line marks the latency. Stages of a mean add up to it. Stages of a p99 do not: each is the p99"
                            + " of its own. Pale stages are estimated, or what the others leave."));
            tags.add(StageDrawing.of(figures));
            figures.forEach(each -> tags.add(table(each)));
        });
        return tags;
    }

    private static Tag table(StageBreakdown breakdown) {
        Table table = Table.of(title(breakdown), "ms", "basis");
        breakdown.stages().forEach(stage -> {
            Tag time = Tag.of("span", millis(stage));
            Tag basis = Tag.of("span", stage.is(Basis.INCONSISTENT) ? INCONSISTENT : stage.basis());
            table.add("", List.of(name(stage), time, basis));
        });
        return table.tag();
    }

    private static Tag name(StageTime stage) {
        Tag key = Tag.of("svg")
                .is("key")
                .with("viewBox", "0 0 22 10")
                .with("aria-hidden", "true")
                .add(Tag.of("rect")
                        .is(MessageStage.color(stage.stage()) + (stage.is(Basis.MEASURED) ? "" : " estimated"))
                        .with("width", "22")
                        .with("height", "10"));
        return Tag.of("span").add(key).text(MessageStage.text(stage.stage()));
    }

    /** Returns lines for a terminal: each figure, then its stages. */
    private static List<String> lines(List<StageBreakdown> breakdowns) {
        List<String> lines = new ArrayList<>();
        for (StageBreakdown each : breakdowns) {
            lines.add(title(each) + ":");
            each.stages()
                    .forEach(stage -> lines.add(String.format(
                            Locale.ROOT,
                            "  %-34s %10s  %s",
                            MessageStage.text(stage.stage()),
                            stage.nanos().isPresent() ? millis(stage) + " ms" : "-",
                            stage.basis())));
            if (each.stages().stream().anyMatch(stage -> stage.is(Basis.INCONSISTENT))) {
                lines.add("  " + INCONSISTENT);
            }
        }
        return lines;
    }

    /** Returns what is divided: {@code mean publishResponse, 3.20 ms}. */
    private static String title(StageBreakdown breakdown) {
        return breakdown.figure() + " " + breakdown.latency() + ", " + (breakdown.lowerBound() ? "> " : "")
                + Figures.millis(breakdown.totalNanos()) + " ms"
                + (breakdown.figure().equals(StageBreakdown.MEAN) ? "" : " (stages do not add up)");
    }

    /** Formats the time of a stage in milliseconds, with its sign; empty if it is unknown. */
    private static String millis(StageTime stage) {
        if (stage.nanos().isEmpty()) {
            return "";
        }
        long nanos = stage.nanos().getAsLong();
        return (nanos < 0 ? "-" : "") + Figures.millis(Math.abs(nanos));
    }
}
