package dev.weir.report.history;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.result.value.IsoTime;

/**
 * A run of a series.
 *
 * @param beginNanos begin of the run, epoch nanoseconds
 */
public record HistoryRun(long beginNanos, RunVersion version, MeasuredRun run) {
    /** Returns its begin as a date. */
    public String date() {
        return IsoTime.date(beginNanos);
    }

    /** Returns its date and version: {@code 2026-11-20 (4.1.0)}. */
    public String title() {
        return date() + " (" + version.text() + ")";
    }
}
