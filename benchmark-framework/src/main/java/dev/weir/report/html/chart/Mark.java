package dev.weir.report.html.chart;

/**
 * An event at a moment of a run, or a note about a point.
 *
 * @param at seconds since the load began; of a point its place along the axis
 * @param text for a person; the name of a phase that begins
 */
public record Mark(double at, Weight weight, String text) {
    /** Whether a phase begins: what lies on its two sides is not the same load. */
    boolean isPhase() {
        return weight == Weight.UNMEASURED || weight == Weight.MEASURED;
    }

    /** How much it says. */
    enum Weight {
        /** A phase begins whose figures do not count, such as the warm-up. */
        UNMEASURED,
        /** A phase begins whose figures count. */
        MEASURED,
        EVENT,
        /** A pause of the instrument itself; there may be many. */
        PAUSE,
        /** Shown with the values at its place, and not drawn by itself. */
        POINT
    }
}
