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

/**
 * A mark for an event of a run, or a note about a point.
 *
 * @param at seconds since the load began; for a point its place along the axis
 * @param text text for a person; the name of a phase that begins
 */
public record Mark(double at, Weight weight, String text) {
    private static final double MIN_PAUSE_NANOS = 10e6;

    public static Mark event(double at, String text) {
        return new Mark(at, Weight.EVENT, text);
    }

    /** Returns whether a phase begins, so that the load changes there. */
    boolean isPhase() {
        return weight == Weight.UNMEASURED || weight == Weight.MEASURED;
    }

    public enum Weight {
        /** A phase begins that is not measured, such as the warm-up. */
        UNMEASURED,
        /** A phase begins that is measured. */
        MEASURED,
        EVENT,
        /** A pause of the instrument itself; there may be many. */
        PAUSE,
        /** Shown with the values at its place, and not drawn by itself. */
        POINT
    }

    /** Returns the marks of a run for time axes, in order; empty if the begin of the run is unknown. */
    public static List<Mark> of(StoredResult result) {
        List<Mark> marks = new ArrayList<>();
        result.originNanos().ifPresent(origin -> {
            boolean loaded = false;
            for (PhaseSpan span : result.phases()) {
                loaded |= Phase.of(span.phase()).filter(Phase::isLoaded).isPresent();
                if (loaded) {
                    Mark.Weight weight = Phase.isMeasured(span.phase()) ? Weight.MEASURED : Weight.UNMEASURED;
                    marks.add(new Mark(seconds(span.begin().epochNanos(), origin), weight, span.phase()));
                }
            }
            for (RunEvent event : result.weir().course().events()) {
                marks.add(event(seconds(event.atNanos(), origin), event.kind().name() + ": " + event.text()));
            }
            addPauses(result, origin, marks);
            Features.in(PartCharts.class).forEach(part -> marks.addAll(part.marks(result.weir(), origin)));
        });
        marks.sort(Comparator.comparingDouble(Mark::at));
        return marks;
    }

    /** Returns the marks that get a letter in a drawing and an explanation below it. */
    static List<Mark> lettered(List<Mark> marks) {
        return marks.stream().filter(mark -> mark.weight() == Weight.EVENT).toList();
    }

    static String letter(int index) {
        return index < 26 ? String.valueOf((char) ('A' + index)) : String.valueOf(index + 1);
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
                marks.add(new Mark(seconds(pause.begin().epochNanos(), origin), Weight.PAUSE, text));
            }
        }
    }

    public static double seconds(long nanos, long origin) {
        return (nanos - origin) / 1e9;
    }
}
