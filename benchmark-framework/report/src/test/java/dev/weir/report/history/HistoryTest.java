package dev.weir.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.StoredRuns;
import dev.weir.report.history.FigureHistory.State;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    private static final HistoryRules RULES = new HistoryRules(List.of(), 0.03, 0.01, Set.of());

    @TempDir
    private Path folder;

    private final List<StoredResult> results = new ArrayList<>();

    @Test
    void aLowerRateIsWorseAndAShorterLatencyBetter() {
        var runs = new StoredRuns(folder);
        for (int i = 0; i < 26; i++) {
            results.add(runs.run(i < 20 ? 1000 + i % 3 : 950 + i % 3, i < 20 ? 10 + 0.01 * (i % 4) : 9)
                    .result());
        }

        assertThat(figures()).extracting(FigureHistory::state).containsExactly(State.WORSE, State.BETTER);
    }

    @Test
    void aChangeNamesTheHostsIfTheyDifferToo() {
        var runs = new StoredRuns(folder);
        add(runs, 20, 10);
        add(runs.host("h2"), 5, 11);

        assertThat(HistoryFormat.place(figures().get(1).changes().get(0)))
                .isEqualTo("since 2026-11-21: unknown version; on other hosts: h1 -> h2");
    }

    @Test
    void smallChangesAreShownButDoNotCount() {
        var runs = new StoredRuns(folder);
        for (int i = 0; i < 30; i++) {
            results.add(runs.run(i < 20 ? 1000 : 997, 10).result());
        }

        FigureHistory rate = figures().get(0);

        assertThat(rate.changes()).hasSize(1);
        assertThat(rate.counted()).isEmpty();
        assertThat(rate.state()).isEqualTo(State.STEADY);
    }

    @Test
    void runsOfOtherSettingsAreASeriesOfTheirOwn() {
        add(new StoredRuns(folder.resolve("a")), 3, 10);
        add(new StoredRuns(folder.resolve("b")).load("messageSize", 100), 3, 10);
        add(new StoredRuns(folder.resolve("c")).driver("redpanda"), 3, 10);
        add(new StoredRuns(folder.resolve("d")).point(Map.of("messageSize", 10)), 3, 10);

        History history = History.of(results, RULES);
        assertThat(history.series())
                .extracting(RunSeries::name)
                .containsExactlyInAnyOrder(
                        "w on kafka",
                        "w on kafka (messageSize: not set | 100)",
                        "w on redpanda",
                        "w {messageSize=10} on kafka");
        assertThat(history.figures())
                .extracting(figure -> figure.series().name())
                .containsExactlyElementsOf(history.series().stream()
                        .flatMap(series -> Stream.of(series.name(), series.name()))
                        .toList());
        List<String> text = HistoryFormat.text(history);
        history.series().forEach(series -> {
            int row = text.indexOf(series.name()) + 1;
            assertThat(text.subList(row, row + 2))
                    .allSatisfy(line -> assertThat(line).contains("no change in 3 runs"));
            assertThat(text.get(row + 2)).isEmpty();
        });
        // Series a and b then have the same times.
        History joined = History.of(results, new HistoryRules(List.of(), 0.03, 0.01, Set.of("messageSize")));
        assertThat(joined.series()).hasSize(3);
        assertThat(joined.leftOut()).containsExactly(Map.entry("copies", 3));
    }

    /** A p99 of which only a lower bound is known is the worst that can happen to it. */
    @Test
    void aLatestRunWithoutTheFigureIsNoSteadyOne() {
        var runs = new StoredRuns(folder);
        add(runs, 20, 10);
        add(runs.samples(100), 2, 10);

        History history = History.of(results, RULES);

        FigureHistory latency = history.figures().get(1);
        assertThat(latency.state()).isEqualTo(State.MISSING);
        assertThat(latency.missing()).isEqualTo(2);
        assertThat(HistoryFormat.answer(history))
                .isEqualTo("No regression found in 1 series; for 1 of 2 figures, the latest run has no value");
        assertThat(HistoryFormat.limits(history))
                .anyMatch(limit -> limit.contains("2 runs, the latest among them, without a value"));
    }

    @Test
    void aSettingThatTheNameOfASeriesLeavesOutSeparatesItToo() {
        add(new StoredRuns(folder.resolve("a")), 3, 10);
        for (int last = 1; last <= 2; last++) {
            var runs = new StoredRuns(folder.resolve("b" + last))
                    .load("messageSize", 100)
                    .load("topics", last);
            add(runs.load("partitionsPerTopic", 2).load("producersPerTopic", 3), 3, 10);
        }

        assertThat(History.of(results, RULES).series()).hasSize(3);
    }

    @Test
    void leavesOutAndCountsRunsThatCannotBeUsed() {
        var runs = new StoredRuns(folder);
        add(runs, 2, 10);
        add(runs.outcome("INVALID", "INVALID", "NOTHING_MEASURED"), 3, 20);
        add(runs.outcome("FAILED", "INVALID"), 1, 20);

        History history = History.of(results, RULES);

        assertThat(history.series().get(0).runs()).hasSize(2);
        assertThat(history.leftOut()).containsExactly(Map.entry("FAILED", 1), Map.entry("INVALID", 3));
        assertThat(history.figures().get(0).state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void theEqualRunsOfACampaignCountAsOneWithTheirMedian() throws IOException {
        for (int night = 0; night < 3; night++) {
            Path campaign = Files.createDirectory(folder.resolve("night-" + night));
            Files.writeString(campaign.resolve("index.json"), "{}");
            var runs = new StoredRuns(campaign);
            for (int i = 0; i < 3; i++) {
                results.add(runs.begin("2026-11-2" + night + "T10:0" + i + ":00Z")
                        .run(1000 + 10 * i * i, 10)
                        .result());
            }
        }

        FigureHistory rate = figures().get(0);

        assertThat(rate.values()).containsExactly(1010.0, 1010.0, 1010.0);
        assertThat(rate.runs()).extracting(HistoryRun::date).containsExactly("2026-11-20", "2026-11-21", "2026-11-22");
    }

    @Test
    void versionsAreThoseOfTheSystemThenOfTheClientThenOfWeir() {
        var all = new HistoryRun.RunVersion("4.0", "kafka-clients 4.0", "0.1", "");

        assertThat(all.text()).isEqualTo("4.0");
        assertThat(new HistoryRun.RunVersion("", "kafka-clients 4.0", "0.1", "").text())
                .isEqualTo("client kafka-clients 4.0");
        assertThat(new HistoryRun.RunVersion("", "", "", "").text()).isEqualTo("unknown version");
        assertThat(all.since(all)).isEqualTo("same version, 4.0");
        assertThat(new HistoryRun.RunVersion("4.1", "kafka-clients 4.0", "0.2", "").since(all))
                .isEqualTo("4.0 -> 4.1, Weir 0.1 -> 0.2");
    }

    private List<FigureHistory> figures() {
        return History.of(results, RULES).figures();
    }

    private void add(StoredRuns runs, int count, double millis) {
        for (int i = 0; i < count; i++) {
            results.add(runs.run(1000 + i % 3, millis * (1 + 0.002 * (i % 5))).result());
        }
    }
}
