package dev.weir.result.value;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.host.observation.Stretch;
import java.util.Optional;

/**
 * A stretch of time.
 *
 * @param begin empty if there is none
 * @param end of the same
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Span(Optional<Moment> begin, Optional<Moment> end) {
    public static Span of(Optional<Stretch> stretch) {
        return new Span(
                stretch.map(Stretch::beginNanos).map(Moment::new),
                stretch.map(Stretch::endNanos).map(Moment::new));
    }
}
