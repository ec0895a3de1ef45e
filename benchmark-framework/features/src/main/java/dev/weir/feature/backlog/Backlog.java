package dev.weir.feature.backlog;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.phase.AddedPhase;
import dev.weir.coordinator.phase.LoadPhases;
import dev.weir.feature.Feature;
import dev.weir.feature.backlog.BacklogResult.Lag;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.chart.Mark;
import dev.weir.report.html.chart.PartCharts;
import dev.weir.report.html.chart.Series;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Pauses consumers until a backlog has built up, and measures how they drain it. */
public final class Backlog implements Feature, AddedPhase.Maker, PartView, PartSection, PartCharts {
    public static final ResultPart<BacklogResult> PART = new ResultPart<>("backlog", new TypeReference<>() {});
    private static final BacklogSection SECTION = new BacklogSection();

    @Override
    public List<?> seats() {
        return List.of(this, PART, SECTION);
    }

    @Override
    public Optional<AddedPhase> of(Workload workload, LoadPhases phases) {
        return workload.run().sections().find(SECTION).map(spec -> new BacklogPhase(spec, workload, phases));
    }

    @Override
    public Optional<String> ofLoad(Map<?, ?> workload) {
        return workload.get(SECTION.field().name()) instanceof Number size && size.doubleValue() > 0
                ? Optional.of("consumers being paused until a backlog of " + Figures.significant(size.doubleValue())
                        + " GiB waits")
                : Optional.empty();
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        LoadSections.add("Backlog", LoadSections.figures(PART.in(run.result().weir())), tags);
        return tags;
    }

    /** Returns the consumer lag of each subscription while a backlog was built and drained. */
    @Override
    public List<Series> outstanding(ShownRun run) {
        OptionalLong origin = run.result().originNanos();
        List<Lag> lags = PART.in(run.result().weir()).map(BacklogResult::lag).orElse(List.of());
        if (origin.isEmpty()) {
            return List.of();
        }
        List<Double> xs = lags.stream()
                .map(lag -> Mark.seconds(lag.at().epochNanos(), origin.getAsLong()))
                .toList();
        int subscriptions =
                lags.stream().mapToInt(lag -> lag.messages().size()).min().orElse(0);
        return IntStream.range(0, subscriptions)
                .mapToObj(i -> line(i, xs, lags))
                .toList();
    }

    private static Series line(int i, List<Double> xs, List<Lag> lags) {
        List<Double> ys =
                lags.stream().map(lag -> lag.messages().get(i).doubleValue()).toList();
        return Series.of("lag of subscription " + i, Series.Look.LINE, 1 + i, true, xs, ys);
    }
}
