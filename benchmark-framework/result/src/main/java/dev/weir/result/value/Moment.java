package dev.weir.result.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.weir.host.observation.TimeRange;
import java.util.Optional;

/**
 * A time; in a file, a text in the form of {@link IsoTime#of}, to the millisecond.
 *
 * @param epochNanos since 1970
 */
public record Moment(long epochNanos) {
    /** @throws java.time.DateTimeException if the text is no time */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Moment parse(String text) {
        return new Moment(IsoTime.epochNanos(text));
    }

    @JsonValue
    public String text() {
        return IsoTime.of(epochNanos);
    }

    /** Returns the local time of this host, to the millisecond, for a person. */
    public String timeOfDay() {
        return IsoTime.timeOfDay(epochNanos);
    }

    /** A time range; both ends are empty if there is none. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record MomentRange(Optional<Moment> begin, Optional<Moment> end) {
        public static MomentRange of(Optional<TimeRange> stretch) {
            return new MomentRange(
                    stretch.map(TimeRange::beginNanos).map(Moment::new),
                    stretch.map(TimeRange::endNanos).map(Moment::new));
        }
    }
}
