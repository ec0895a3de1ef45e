package dev.weir.report.html.chart;

import dev.weir.report.html.run.ShownRun;
import dev.weir.result.run.BacklogResult;
import java.util.ArrayList;
import java.util.List;

/** How far each subscription was behind the ends of the logs while a backlog was built and drained. */
final class LagSeries {
    private LagSeries() {}

    static List<Series> of(ShownRun run) {
        List<Double> xs = new ArrayList<>();
        List<List<Double>> lags = new ArrayList<>();
        run.result().originNanos().ifPresent(origin -> {
            List<BacklogResult.Lag> all =
                    run.result().weir().load().backlog().map(BacklogResult::lag).orElse(List.of());
            for (BacklogResult.Lag each : all) {
                xs.add(Marks.seconds(each.at().epochNanos(), origin));
                for (int i = 0; i < each.messages().size(); i++) {
                    if (lags.size() <= i) {
                        lags.add(new ArrayList<>());
                    }
                    lags.get(i).add(each.messages().get(i).doubleValue());
                }
            }
        });
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < lags.size(); i++) {
            if (lags.get(i).size() == xs.size()) {
                series.add(new Series(
                        "lag of subscription " + i,
                        Series.Look.LINE,
                        1 + i,
                        true,
                        Series.Merge.LARGEST,
                        xs,
                        List.of(),
                        lags.get(i)));
            }
        }
        return series;
    }
}
