package dev.weir.driver.kafka.rig;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Weir's CPU time and its send delay are at several pacing precisions, measured in turn. */
record Curve(Bench bench, WeirSide weir, Topics topics) {
    /** The finest is finer than a thread can park, so that it spins. */
    private static final List<String> PRECISIONS = List.of("1us", "100us", "250us", "500us", "1ms", "2ms", "5ms");

    String measure() {
        Map<String, List<Side.Run>> runs = new LinkedHashMap<>();
        for (int round = 0; round < bench.options().pairs(); round++) {
            for (String precision : PRECISIONS) {
                Side.Run run = weir.run(Load.paced("curve", 50_000, precision));
                topics.deleteAll();
                runs.computeIfAbsent(precision, absent -> new ArrayList<>()).add(run);
                bench.progress("curve, " + precision + ": " + Table.figure(Measure.CPU.of(run.window())) + " "
                        + Measure.CPU.label() + "; send delay "
                        + run.sendDelays().orElseThrow());
            }
        }
        var text = new StringBuilder("| pacingPrecision | " + Measure.CPU.label() + " | "
                + String.join(" | ", Delays.LABELS) + " |\n|---|--:|--:|--:|--:|\n");
        runs.forEach((precision, each) -> text.append(row(precision, each)));
        return text.toString();
    }

    private static String row(String precision, List<Side.Run> runs) {
        var row = new StringBuilder("| " + precision + " | "
                + Table.median(
                        runs.stream().map(run -> Measure.CPU.of(run.window())).toList()));
        for (int i = 0; i < Delays.LABELS.size(); i++) {
            int quantile = i;
            row.append(" | ")
                    .append(Table.median(runs.stream()
                            .map(run -> run.sendDelays().orElseThrow().figures().get(quantile))
                            .toList()));
        }
        return row.append(" |\n").toString();
    }
}
