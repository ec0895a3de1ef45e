package dev.weir.report.history;

import dev.weir.report.compare.RatioInterval;
import java.util.Optional;

/**
 * A change of the level of a figure.
 *
 * @param index index of the first run of the new level, among the runs that have the figure
 * @param lastBefore last run of the old level
 * @param first first run of the new level
 * @param ratio new level to old level
 * @param interval of the ratio, if the place of the change is right; empty with too few runs
 * @param worseBy by how much the new level is worse, relative to the old one; below 0 if it is better
 */
public record LevelChange(
        int index,
        HistoryRun lastBefore,
        HistoryRun first,
        double ratio,
        Optional<RatioInterval> interval,
        double worseBy) {}
