package dev.weir.report.html.chart;

import java.util.List;

/**
 * A mark for an event of a run, or a note about a point.
 *
 * @param at seconds since the load began; for a point its place along the axis
 * @param text text for a person; the name of a phase that begins
 */
public record Mark(double at, Weight weight, String text) {
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

    /** Returns the marks that get a letter in a drawing and an explanation below it. */
    static List<Mark> lettered(List<Mark> marks) {
        return marks.stream().filter(mark -> mark.weight() == Weight.EVENT).toList();
    }

    static String letter(int index) {
        return index < 26 ? String.valueOf((char) ('A' + index)) : String.valueOf(index + 1);
    }

    public static double seconds(long nanos, long origin) {
        return (nanos - origin) / 1e9;
    }
}
