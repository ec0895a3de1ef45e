package dev.weir.driver.kafka.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Measures both sides in turn, each first in every other pair, and compares. */
final class Pairs {
    private final Bench bench;
    private final Side weir;
    private final Side tools;
    private final Topics topics;

    Pairs(Bench bench, Side weir, Side tools, Topics topics) {
        this.bench = bench;
        this.weir = weir;
        this.tools = tools;
        this.topics = topics;
    }

    /** A table of what it has found. */
    String measure(Load load) {
        // Whoever comes first finds a broker that has compiled nothing yet: no figure is taken of that.
        weir.run(load);
        topics.deleteAll();
        List<Side.Run> ours = new ArrayList<>();
        List<Side.Run> theirs = new ArrayList<>();
        for (int pair = 0; pair < bench.options().pairs(); pair++) {
            if (pair % 2 == 0) {
                ours.add(run("Weir", weir, load));
                theirs.add(run("tools", tools, load));
            } else {
                theirs.add(run("tools", tools, load));
                ours.add(run("Weir", weir, load));
            }
        }
        var table = new Table(load.name(), "Weir", "Kafka's tools");
        for (Measure measure : Measure.values()) {
            table.add(
                    measure.label(),
                    ours.stream().map(run -> measure.of(run.window())).toList(),
                    theirs.stream().map(run -> measure.of(run.window())).toList());
        }
        return load.isPaced() ? table + "\n" + delays(load, ours) : table.toString();
    }

    private Side.Run run(String name, Side side, Load load) {
        Side.Run run = side.run(load);
        topics.deleteAll();
        var text = new StringBuilder(load.name() + ", " + name + ":");
        for (Measure measure : Measure.values()) {
            text.append(' ')
                    .append(Table.figure(measure.of(run.window())))
                    .append(' ')
                    .append(measure.label())
                    .append(';');
        }
        run.sendDelays().ifPresent(delays -> text.append(" send delay ").append(delays));
        run.parkLoop().ifPresent(delays -> text.append(" park loop ").append(delays));
        bench.progress(text.toString());
        return run;
    }

    private static String delays(Load load, List<Side.Run> ours) {
        var table = new Table(load.name(), "Weir", "park loop in the same run");
        for (int i = 0; i < Delays.LABELS.size(); i++) {
            table.add(
                    Delays.LABELS.get(i),
                    figures(ours.stream().map(Side.Run::sendDelays), i),
                    figures(ours.stream().map(Side.Run::parkLoop), i));
        }
        return table.toString();
    }

    private static List<Double> figures(Stream<Optional<Delays>> delays, int quantile) {
        return delays.map(each -> each.orElseThrow().figures().get(quantile)).toList();
    }
}
