package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Optional;

/**
 * A threshold, and whether the run kept to it.
 *
 * @param text as the workload file has it
 * @param byDefault whether the workload file does not name it
 * @param judgement whether it was judged, and met
 * @param figure what was judged
 * @param condition what the figure was held against
 * @param worst where it was worst
 * @param endedRun whether it ended the run
 * @param why it could not be judged; empty if it was
 */
public record ThresholdCheck(
        String text,
        boolean byDefault,
        @JsonUnwrapped Judgement judgement,
        @JsonUnwrapped Figure figure,
        @JsonUnwrapped Limit condition,
        @JsonUnwrapped Span worst,
        boolean endedRun,
        String why) {
    /** Whether it counts as missed: one that could not be judged does, unless it is there by default. */
    @JsonIgnore
    public boolean isMissed() {
        return !judgement.met() && (judgement.judged() || !byDefault);
    }

    /**
     * How it was judged.
     *
     * @param met whether it is certain that the figure keeps to the limit
     * @param judged whether there is a figure
     */
    public record Judgement(boolean met, boolean judged) {}

    /**
     * What was judged.
     *
     * @param value a number, or the name of an outcome; null if there is none
     * @param greaterThan whether the figure is known to be above the value, and no more
     */
    public record Figure(Optional<Object> value, boolean greaterThan) {}

    /**
     * What it was held against.
     *
     * @param limit a number, or the name of an outcome
     * @param unit such as {@code ns}
     * @param windowSeconds of which the worst counts; empty: the whole measurement
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Limit(Optional<Object> limit, String unit, Optional<Number> windowSeconds) {}
}
