package dev.weir.feature.spikes;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.feature.spikes.LatencySpikes.CauseShare;
import dev.weir.feature.spikes.LatencySpikes.Spike;
import dev.weir.report.Figures;
import dev.weir.report.Paragraph;
import dev.weir.report.PartView;
import dev.weir.report.html.chart.Mark;
import dev.weir.report.html.chart.PartCharts;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Code;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Throughput;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The part {@code latencySpikes} of a result, and how it is shown. */
public final class Spikes implements Feature, PartView, PartSection, PartCharts {
    /** Missing if no latency was measured, or if no threshold fits. */
    public static final ResultPart<LatencySpikes> PART = new ResultPart<>("latencySpikes", new TypeReference<>() {});

    private static final int WIDTH = 78;
    private static final int MAX_MARKS = 5;
    private static final double PERCENT = 100;
    private static final int MAX_CAUSES = 5;
    /** In an answer: how many there are, and two causes. */
    private static final int MAX_SENTENCES = 3;

    @Override
    public List<?> seats() {
        return List.of(this, PART, (RunObserver.Maker) (request, clock) -> List.of(new SpikeWatch()));
    }

    @Override
    public Optional<Row> answer(RunDetails details) {
        return PART.in(details)
                .filter(spikes -> spikes.count() > 0)
                .map(spikes -> summary(spikes, details).stream().limit(MAX_SENTENCES))
                .map(sentences -> new Row("spikes", sentences.collect(Collectors.joining(" "))));
    }

    @Override
    public List<String> explanation(RunDetails details) {
        Optional<LatencySpikes> found = PART.in(details);
        List<String> texts = new ArrayList<>();
        if (found.isEmpty()) {
            texts.add("The causes of its long latencies are unknown. OMB wrote this file, or the run did not end or"
                    + " measured nothing, or its latencies usually exceed 16 s.");
        }
        found.ifPresent(spikes -> {
            texts.addAll(summary(spikes, details));
            spikes.spikes().forEach(spike -> texts.add(line(spike)));
            spikes.causes().stream()
                    .map(CauseShare::cause)
                    .distinct()
                    .forEach(cause ->
                            cause.explanation().ifPresent(about -> texts.add(cause.name() + ": " + about.remedy())));
        });
        return texts.stream()
                .flatMap(text -> Paragraph.lines("", "", text, WIDTH).stream())
                .toList();
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        StoredResult result = run.result();
        List<Tag> tags = new ArrayList<>();
        PART.in(result.weir()).ifPresent(spikes -> {
            tags.add(Tag.of("h3", "Latency spikes"));
            summary(spikes, result.weir()).forEach(sentence -> tags.add(Tag.of("p", sentence)));
            Table table = RowTable.of(spikes.spikes())
                    .number("from min:s", NumberKind.SECONDS, each -> afterBegin(result, each.begin()))
                    .number("to min:s", NumberKind.SECONDS, each -> afterBegin(result, each.end()))
                    .millis("longest ms", Spike::worstNanos)
                    .number("share %", NumberKind.PLAIN, each -> PERCENT * each.share())
                    .text("coincides with", each -> cause(each.cause(), each.where()))
                    .text("also possible", Spike::alsoPossible)
                    .table();
            if (!table.isEmpty()) {
                tags.add(table.tag());
            }
        });
        return tags;
    }

    private static double afterBegin(StoredResult result, Moment moment) {
        return Mark.seconds(moment.epochNanos(), result.originNanos().orElse(0));
    }

    /** Returns the largest spikes whose causes are known. */
    @Override
    public List<Mark> marks(RunDetails details, long originNanos) {
        return PART.in(details).stream()
                .flatMap(spikes -> spikes.spikes().stream())
                .filter(spike -> spike.cause() != SpikeCause.UNKNOWN_CAUSE)
                .sorted(Comparator.comparingDouble(Spike::share).reversed())
                .limit(MAX_MARKS)
                .map(spike -> Mark.event(
                        Mark.seconds(spike.end().epochNanos(), originNanos),
                        "latency up to " + NumberKind.MILLIS.text(spike.worstNanos() / 1e6) + " ms: "
                                + cause(spike.cause(), spike.where())))
                .toList();
    }

    /** Returns the answer: how many spikes there are, and which share of their time each cause explains. */
    private static List<String> summary(LatencySpikes spikes, RunDetails details) {
        double seconds = Throughput.of(details.measurements().intervals()).seconds();
        String when = seconds > SecondSums.MAX_SECONDS ? " in the first ten hours" : "";
        String threshold = Figures.millis(spikes.thresholdNanos()) + " ms";
        if (spikes.count() == 0) {
            return List.of("There are no latency spikes" + when + ": in no second, the longest " + spikes.latency()
                    + " exceeds " + threshold + ".");
        }
        List<String> sentences = new ArrayList<>();
        String usual = spikes.usualNanos() == 0
                ? "No message ended while the load was measured."
                : "The longest latency of a second is usually " + Figures.millis(spikes.usualNanos()) + " ms.";
        sentences.add(NumberText.counted(spikes.count(), "latency spike") + when + " above " + threshold + " ("
                + spikes.latency() + "). " + usual);
        for (CauseShare each : spikes.causes().stream().limit(MAX_CAUSES).toList()) {
            boolean known = each.cause() != SpikeCause.UNKNOWN_CAUSE;
            String cause = known ? "coincides with: " + cause(each.cause(), each.where()) : "has an unknown cause";
            String share = String.format(Locale.ROOT, "%.0f %% of the delay beyond ", PERCENT * each.share());
            String count = NumberText.counted(each.spikes(), "spike");
            sentences.add(share + threshold + " " + cause + " (" + count + ").");
        }
        return sentences;
    }

    private static String line(Spike spike) {
        return String.format(
                Locale.ROOT,
                "from %s until %s, up to %s ms, %.0f %% of the delay: %s%s",
                IsoTime.timeOfDay(spike.begin().epochNanos()),
                IsoTime.timeOfDay(spike.end().epochNanos()),
                Figures.millis(spike.worstNanos()),
                PERCENT * spike.share(),
                cause(spike.cause(), spike.where()),
                spike.alsoPossible().isEmpty() ? "" : " (also possible: " + spike.alsoPossible() + ")");
    }

    private static String cause(Code cause, String where) {
        return cause instanceof SpikeCause known ? known.text(where) : cause.name() + " " + where;
    }
}
