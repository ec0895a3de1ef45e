package dev.weir.report.html.chart;

import dev.weir.feature.Features;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.Harness;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the marks of a run for time axes. */
public final class Marks {
    private static final double MIN_PAUSE_NANOS = 10e6;

    private Marks() {}

    /** Returns the marks in order; empty if the begin of the run is unknown. */
    public static List<Mark> of(StoredResult result) {
        List<Mark> marks = new ArrayList<>();
        result.originNanos().ifPresent(origin -> {
            boolean loaded = false;
            for (PhaseSpan span : result.phases()) {
                loaded |= Phase.of(span.phase()).filter(Phase::isLoaded).isPresent();
                if (loaded) {
                    Mark.Weight weight = Phase.isMeasured(span.phase()) ? Mark.Weight.MEASURED : Mark.Weight.UNMEASURED;
                    marks.add(new Mark(Mark.seconds(span.begin().epochNanos(), origin), weight, span.phase()));
                }
            }
            for (RunEvent event : result.weir().course().events()) {
                marks.add(Mark.event(
                        Mark.seconds(event.atNanos(), origin), event.kind().name() + ": " + event.text()));
            }
            addPauses(result, origin, marks);
            Features.in(PartCharts.class).forEach(part -> marks.addAll(part.marks(result.weir(), origin)));
        });
        marks.sort(Comparator.comparingDouble(Mark::at));
        return marks;
    }

    private static void addPauses(StoredResult result, long origin, List<Mark> marks) {
        for (Harness.ObservedProcess process : result.processes()) {
            addPauses("hiccup", process, process.hiccups(), origin, marks);
            addPauses("garbage collection", process, process.gcPauses(), origin, marks);
        }
    }

    private static void addPauses(
            String what, Harness.ObservedProcess process, Harness.Pauses pauses, long origin, List<Mark> marks) {
        for (Harness.LongPause pause : pauses.longest()) {
            if (pause.nanos() >= MIN_PAUSE_NANOS) {
                String millis = NumberKind.MILLIS.text(pause.nanos() / 1e6);
                String text = what + " of " + process.process() + ", " + millis + " ms";
                marks.add(new Mark(Mark.seconds(pause.begin().epochNanos(), origin), Mark.Weight.PAUSE, text));
            }
        }
    }
}
