package dev.weir.measure;

/** Which samples of a latency one of its histograms holds. */
public enum SampleKind {
    /** Durations of 0 or more. */
    VALUE(""),
    /** Magnitudes of durations below 0. */
    NEGATIVE(".negative"),
    /** Lower bounds of durations that had not ended when they were last looked at. */
    LOWER_BOUND(".lowerBound");

    private final String suffix;

    SampleKind(String suffix) {
        this.suffix = suffix;
    }

    /** Returns the suffix of the latency's name in a histogram log. */
    String suffix() {
        return suffix;
    }
}
