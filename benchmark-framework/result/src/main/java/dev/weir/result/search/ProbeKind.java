package dev.weir.result.search;

import java.util.Locale;

/** What a run of a search is for. */
public enum ProbeKind {
    /** Brackets the highest rate, then bisects. */
    PROBE,
    /** Checks that the found rate holds for longer: as long as a run of its own. */
    CONFIRMATION,
    /** Measures latency at a share of the found rate. */
    CURVE;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
