package dev.weir.report.html;

import dev.weir.result.IsoTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How far each subscription was behind the ends of the logs while a backlog was built and drained. */
final class LagSeries {
    private LagSeries() {}

    static List<Series> of(ShownRun run) {
        List<Double> xs = new ArrayList<>();
        List<List<Double>> lags = new ArrayList<>();
        run.result().originNanos().ifPresent(origin -> {
            for (Map<String, Object> each : run.result().mappings("weir", "backlog", "lag")) {
                if (each.get("at") instanceof String at && each.get("messages") instanceof List<?> messages) {
                    xs.add(Marks.seconds(IsoTime.epochNanos(at), origin));
                    for (int i = 0; i < messages.size(); i++) {
                        if (lags.size() <= i) {
                            lags.add(new ArrayList<>());
                        }
                        lags.get(i).add(messages.get(i) instanceof Number lag ? lag.doubleValue() : Double.NaN);
                    }
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
