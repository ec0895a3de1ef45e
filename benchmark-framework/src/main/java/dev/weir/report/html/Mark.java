package dev.weir.report.html;

/**
 * Something that happened at a moment of a run.
 *
 * @param at seconds since the load began
 * @param text for a person
 */
record Mark(double at, Weight weight, String text) {
    /** How much it says. */
    enum Weight {
        /** A phase begins: what lies on its two sides is not the same load. */
        PHASE,
        EVENT,
        /** A pause of the instrument itself; there may be many. */
        PAUSE
    }
}
