package dev.weir.report.html.chart;

import dev.weir.report.html.run.ShownRun;
import dev.weir.result.run.BacklogResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Series of the consumer lag of each subscription while a backlog was built and drained. */
final class LagSeries {
    private LagSeries() {}

    static List<Series> of(ShownRun run) {
        OptionalLong origin = run.result().originNanos();
        List<BacklogResult.Lag> lags =
                run.result().weir().load().backlog().map(BacklogResult::lag).orElse(List.of());
        if (origin.isEmpty() || lags.isEmpty()) {
            return List.of();
        }
        List<Double> xs = lags.stream()
                .map(lag -> Marks.seconds(lag.at().epochNanos(), origin.getAsLong()))
                .toList();
        int subscriptions =
                lags.stream().mapToInt(lag -> lag.messages().size()).min().orElse(0);
        return IntStream.range(0, subscriptions)
                .mapToObj(i -> Series.of(
                        "lag of subscription " + i,
                        Series.Look.LINE,
                        1 + i,
                        true,
                        xs,
                        lags.stream()
                                .map(lag -> lag.messages().get(i).doubleValue())
                                .toList()))
                .toList();
    }
}
