package dev.weir.driver.kafka.rig;

import dev.weir.driver.kafka.rig.Window.Measure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Measures Weir and each rival in turn, beginning with another side each time, and compares. */
record Pairs(Bench bench, Side weir, Map<String, Side> rivals, Topics topics) {
    private static final String WEIR = "Weir";

    /** One side, and what its runs were. */
    private record Measured(String name, Side side, List<Side.Run> runs) {
        Measured(String name, Side side) {
            this(name, side, new ArrayList<>());
        }

        List<Double> figures(Measure measure) {
            return runs.stream().map(run -> run.of(measure)).toList();
        }
    }

    /** Tables of what it has found, one for each rival. */
    String measure(Load load) {
        // The side that comes first finds a broker that has compiled nothing yet: no figure is taken of that.
        weir.run(load);
        topics.deleteAll();
        var ours = new Measured(WEIR, weir);
        List<Measured> theirs = new ArrayList<>();
        rivals.forEach((name, side) -> {
            if (side.canCarry(load)) {
                theirs.add(new Measured(name, side));
            }
        });
        List<Measured> order = new ArrayList<>(theirs);
        order.add(0, ours);
        for (int pair = 0; pair < bench.options().pairs(); pair++) {
            order.forEach(side -> side.runs().add(run(side, load)));
            Collections.rotate(order, 1);
        }
        topics.kept.clear();
        topics.deleteAll();
        var text = new StringBuilder();
        for (Measured rival : theirs) {
            var table = new Table(load.name(), WEIR, rival.name());
            for (Measure measure : Measure.values()) {
                table.add(measure.label, ours.figures(measure), rival.figures(measure));
            }
            text.append(table).append('\n');
        }
        return load.isPaced() ? text + delays(load, ours.runs()) : text.toString();
    }

    private Side.Run run(Measured side, Load load) {
        Side.Run run = side.side().run(load);
        topics.deleteAll();
        var text = new StringBuilder(load.name() + ", " + side.name() + ":");
        for (Measure measure : Measure.values()) {
            text.append(" " + Table.figure(run.of(measure)) + " " + measure.label + ";");
        }
        run.sendDelays().ifPresent(delays -> text.append(" send delay ").append(delays));
        run.parkLoop().ifPresent(delays -> text.append(" park loop ").append(delays));
        bench.progress(text.toString());
        return run;
    }

    private static String delays(Load load, List<Side.Run> ours) {
        var table = new Table(load.name(), WEIR, "park loop in the same run");
        for (int i = 0; i < Side.Delays.LABELS.size(); i++) {
            table.add(
                    Side.Delays.LABELS.get(i),
                    figures(ours.stream().map(Side.Run::sendDelays), i),
                    figures(ours.stream().map(Side.Run::parkLoop), i));
        }
        return table.toString();
    }

    static List<Double> figures(Stream<Optional<Side.Delays>> delays, int quantile) {
        return delays.map(each -> each.orElseThrow().figures().get(quantile)).toList();
    }
}
