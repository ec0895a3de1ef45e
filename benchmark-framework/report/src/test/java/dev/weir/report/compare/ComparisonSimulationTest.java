package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.Judgement.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same known answers as {@link JudgementTest}, all the way from result files: runs are drawn of many that were written. */
@Tag("slow")
class ComparisonSimulationTest {
    /** At most 300: with more trials, the test would find that 100 written runs are not all possible ones. */
    private static final int TRIALS = Math.min(300, Integer.getInteger("weir.comparison.trials", 80));

    private static final int WRITTEN = 100;
    private static final int RUNS = 5;
    private static final double SPREAD = 0.02;
    private static final ComparisonRules PLANNED =
            new ComparisonRules(0.05, OptionalInt.of(RUNS), 0.03, false, Set.of());

    @TempDir
    Path folder;

    private final Random random = new Random(17);

    @Test
    void findsAShiftOfFivePercentAndRaisesNoMoreFalseAlarmsThanStated() throws IOException {
        List<MeasuredRun> before = runs("before", 20);
        List<MeasuredRun> slower = runs("slower", 20 * 1.05);
        List<MeasuredRun> same = runs("same", 20);

        int found = 0;
        int alarms = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            RunGroup a = drawn("A", before);
            List<FigureComparison> shifted = compared(a, drawn("B", slower));
            found += shifted.get(1).judgement().orElseThrow().verdict() == Verdict.WORSE ? 1 : 0;
            alarms += compared(a, drawn("B", same)).stream().anyMatch(ComparisonSimulationTest::differs) ? 1 : 0;
        }

        // docs/internals/statistics.md says 73 %.
        double chance = 3 * Math.sqrt(0.73 * 0.27 / TRIALS);
        assertThat((double) found / TRIALS).isBetween(0.73 - chance, 0.73 + chance);
        assertThat((double) alarms / TRIALS).isLessThanOrEqualTo(PLANNED.falseAlarms() + 0.02);
    }

    private static boolean differs(FigureComparison figure) {
        Verdict verdict = figure.judgement().orElseThrow().verdict();
        return verdict == Verdict.WORSE || verdict == Verdict.BETTER;
    }

    private static List<FigureComparison> compared(RunGroup a, RunGroup b) {
        return Comparison.of(a, b, PLANNED, List.of(), List.of()).primary();
    }

    /** Writes runs that have exactly this mean and spread: the power depends on both. */
    private List<MeasuredRun> runs(String name, double millis) throws IOException {
        var runs = new StoredRuns(Files.createDirectory(folder.resolve(name)));
        double[] drawn =
                DoubleStream.generate(random::nextGaussian).limit(WRITTEN).toArray();
        double mean = Arrays.stream(drawn).average().orElseThrow();
        double spread = Math.sqrt(
                Arrays.stream(drawn).map(each -> (each - mean) * (each - mean)).sum() / (WRITTEN - 1));
        return Arrays.stream(drawn)
                .mapToObj(each ->
                        runs.run(1000 + random.nextGaussian(), millis * Math.exp(SPREAD * (each - mean) / spread)))
                .toList();
    }

    private RunGroup drawn(String side, List<MeasuredRun> written) {
        List<MeasuredRun> drawn = new ArrayList<>();
        while (drawn.size() < RUNS) {
            MeasuredRun run = written.get(random.nextInt(WRITTEN));
            if (!drawn.contains(run)) {
                drawn.add(run);
            }
        }
        return new RunGroup(side, drawn);
    }
}
