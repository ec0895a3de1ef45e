package dev.weir.result.threshold;

import dev.weir.feature.Features;
import dev.weir.result.document.RunDetails;
import dev.weir.workload.goal.Metric;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A metric that follows from a part of the result. It is a seat.
 *
 * @param figure returns the figure of a result, in the unit of the metric; empty if it is unknown or does not apply
 */
public record PartMetric(Metric metric, Function<RunDetails, OptionalDouble> figure) {
    /** Returns the figure of a metric; empty if it is unknown or does not apply. */
    public static OptionalDouble of(Metric metric, RunDetails details) {
        return Features.in(PartMetric.class).stream()
                .filter(each -> each.metric == metric)
                .map(each -> each.figure.apply(details))
                .findFirst()
                .orElse(OptionalDouble.empty());
    }
}
