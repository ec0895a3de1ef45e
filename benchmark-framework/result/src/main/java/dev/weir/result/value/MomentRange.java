package dev.weir.result.value;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.host.observation.TimeRange;
import java.util.Optional;

/** A time range; both ends are empty if there is none. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MomentRange(Optional<Moment> begin, Optional<Moment> end) {
    public static MomentRange of(Optional<TimeRange> stretch) {
        return new MomentRange(
                stretch.map(TimeRange::beginNanos).map(Moment::new),
                stretch.map(TimeRange::endNanos).map(Moment::new));
    }
}
