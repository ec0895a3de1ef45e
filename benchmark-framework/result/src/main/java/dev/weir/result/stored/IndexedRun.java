package dev.weir.result.stored;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.weir.result.RunResult;
import dev.weir.result.TextFile;
import dev.weir.result.code.Outcome;
import dev.weir.result.run.RunIdentity.CampaignPlace;
import dev.weir.result.value.IsoTime;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a campaign as the campaign's index has it.
 *
 * @param number its number in the campaign, from 1
 * @param driver label of the driver
 * @param point as {@link CampaignPlace#point()}
 * @param repeat as {@link CampaignPlace#repeat()}
 * @param result name of its result file in the folder of the index; empty if it is not done yet
 * @param outcome its outcome; empty if it is not done yet
 * @param interrupted whether a person ended it early
 * @param begin ISO-8601 with offset; empty if it is not done yet
 * @param seconds how long it took; 0 if it is not done yet
 */
public record IndexedRun(
        int number,
        String workload,
        String driver,
        Map<String, String> point,
        int repeat,
        Optional<String> result,
        Optional<Outcome> outcome,
        boolean interrupted,
        Optional<String> begin,
        double seconds) {
    public IndexedRun {
        point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
    }

    public static IndexedRun planned(
            int number, String workload, String driver, Map<String, String> point, int repeat) {
        return new IndexedRun(
                number,
                workload,
                driver,
                point,
                repeat,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                0);
    }

    /** Returns whether both are the same run of the same campaign, done or not. */
    public boolean isSameAs(IndexedRun other) {
        return number == other.number
                && workload.equals(other.workload)
                && driver.equals(other.driver)
                && point.equals(other.point)
                && repeat == other.repeat;
    }

    /** Returns its result file; empty if it is not done yet, or the name leads out of the folder of the index. */
    public Optional<Path> resultIn(Path folder) {
        return result.flatMap(name -> TextFile.in(folder, name));
    }

    public String title() {
        return workload + " on " + driver
                + (repeat > 1 ? " for the " + repeat + ". time" : isDiscarded() ? " to be discarded" : "");
    }

    /** Returns whether its result is kept, but excluded from comparisons. */
    @JsonProperty("discarded")
    public boolean isDiscarded() {
        return repeat == 0;
    }

    IndexedRun with(String file, RunResult run) {
        return new IndexedRun(
                number,
                workload,
                driver,
                point,
                repeat,
                Optional.of(file),
                Optional.of(run.outcome()),
                run.interrupted(),
                Optional.of(IsoTime.of(run.run().beginNanos())),
                (run.endNanos() - run.run().beginNanos()) / 1e9);
    }
}
