package dev.weir.report.html;

import dev.weir.result.IsoTime;
import dev.weir.result.PhaseSpan;
import dev.weir.result.RunEvent;
import dev.weir.result.StoredResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What happened in a run, on its axis of time. */
final class Marks {
    private static final double SHORTEST_PAUSE_NANOS = 10e6;

    private Marks() {}

    /** In order; none if the file does not say when it began. */
    static List<Mark> of(StoredResult result) {
        List<Mark> marks = new ArrayList<>();
        result.originNanos().ifPresent(origin -> {
            boolean loaded = false;
            for (PhaseSpan span : result.phases()) {
                // That the load begins with a warm-up says its name.
                if (loaded || span.phase().isMeasured()) {
                    marks.add(new Mark(
                            seconds(span.beginNanos(), origin),
                            Mark.Weight.PHASE,
                            span.phase().key() + " begins"));
                }
                loaded |= span.phase().isLoaded();
            }
            for (RunEvent event : result.events()) {
                marks.add(new Mark(
                        seconds(event.atNanos(), origin), Mark.Weight.EVENT, event.kind() + ": " + event.text()));
            }
            addPauses(result, origin, marks);
        });
        marks.sort(Comparator.comparingDouble(Mark::at));
        return marks;
    }

    /** Those that are worth a letter in a drawing and a line below it. */
    static List<Mark> lettered(List<Mark> marks) {
        return marks.stream().filter(mark -> mark.weight() != Mark.Weight.PAUSE).toList();
    }

    static String letter(int index) {
        return index < 26 ? String.valueOf((char) ('A' + index)) : String.valueOf(index + 1);
    }

    /** The longest pauses of the instrument's processes, as far as a chart shows such. */
    private static void addPauses(StoredResult result, long origin, List<Mark> marks) {
        for (Map<String, Object> process : result.mappings("weir", "harness", "processes")) {
            for (String kind : List.of("hiccups", "gcPauses")) {
                if (process.get(kind) instanceof Map<?, ?> tally && tally.get("longest") instanceof List<?> longest) {
                    for (Object each : longest) {
                        if (each instanceof Map<?, ?> pause
                                && pause.get("nanos") instanceof Number nanos
                                && pause.get("begin") instanceof String begin
                                && nanos.doubleValue() >= SHORTEST_PAUSE_NANOS) {
                            String what = kind.equals("hiccups") ? "hiccup" : "garbage collection";
                            marks.add(new Mark(
                                    seconds(IsoTime.epochNanos(begin), origin),
                                    Mark.Weight.PAUSE,
                                    what + " of " + process.get("process") + ", "
                                            + Kind.MILLIS.text(nanos.doubleValue() / 1e6) + " ms"));
                        }
                    }
                }
            }
        }
    }

    static double seconds(long nanos, long origin) {
        return (nanos - origin) / 1e9;
    }
}
