package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.Judgement.Verdict;
import dev.weir.report.html.HtmlReport;
import dev.weir.result.code.ReviewCode;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.goal.Statistic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
    private static final List<Gate> GATES = List.of(new RunGate(), new FileGate());
    private static final double[][] SLOWER = {
        {1000, 10.0, 1000, 10.8},
        {999, 10.1, 1000, 10.7},
        {1000, 10.2, 999, 11.1},
        {1000, 9.9, 1000, 10.9},
        {1000, 10.1, 1000, 11.0}
    };

    @TempDir
    Path folder;

    private StoredRuns a = new StoredRuns(Path.of(""));
    private StoredRuns b = new StoredRuns(Path.of(""));

    @BeforeEach
    void makeFolders() throws IOException {
        a = new StoredRuns(Files.createDirectory(folder.resolve("a")));
        b = new StoredRuns(Files.createDirectory(folder.resolve("b")));
    }

    @Test
    void showsTheVerdictsFirst() {
        Comparison comparison = compare(SLOWER, List.of());

        assertThat(text(comparison)).isEqualTo("""
            A  w on kafka, 5 runs: a/run-01.json and 4 more
            B  w on kafka, 5 runs: b/run-01.json and 4 more

            B against A:                             change  medians of the runs of A -> B
            EQUIVALENT      achievedRate             +0.0 %  1,000 -> 1,000 msg/s
                            -0.1 to +0.1 %
            WORSE           endToEndResponse.p99     +8.1 %  10.1 -> 10.9 ms
                            +4.9 to +12.1 %

            Primary: achievedRate and endToEndResponse.p99. Intervals of the ratio are exact
            (Mann and Whitney, Hodges and Lehmann). An interval without a verdict holds with
            95 % in a single comparison, an interval with a verdict with 97.5 % or more. If
            the sides do not differ, a difference is reported in at most 5 % of comparisons.
            This holds also if runs are added and the sides are compared again, any number
            of times. Equivalent: within 3 %. Samples of endToEndResponse: A 10,000; B
            10,000.

            no verdict; ms, msg/s          A       B   B to A  interval
            endToEndResponse.p50        10.1    10.9   +8.1 %  +6.0 to +11.0 %
            """);
    }

    @Test
    void theTitleIsTheVerdict() {
        Comparison slower = compare(SLOWER, List.of());
        Comparison alike = compare(SLOWER, List.of(new MetricFigure(Metric.ACHIEVED_RATE, Statistic.ONLY)));

        assertThat(ComparisonFormat.title(List.of(alike))).isEqualTo("b vs a: no difference above 3 % found");
        assertThat(ComparisonFormat.title(List.of(slower)))
                .isEqualTo("b vs a: worse in endToEndResponse.p99 (+8.1 %); no difference above 3 % in achievedRate"
                        + " (+0.0 %)");
        assertThat(ComparisonFormat.title(List.of(slower, slower, slower, slower)))
                .isEqualTo("b vs a: worse in 4 figures; no difference above 3 % in 4 figures");
        a.outcome("INVALID", "INVALID", "NOTHING_MEASURED");
        assertThat(ComparisonFormat.title(List.of(compare(SLOWER, List.of()))))
                .isEqualTo("b vs a: these runs must not be compared");
    }

    @Test
    void theTitleNamesTheSidesByTheirDifferences() throws IOException {
        Comparison ofOmb = ofSides(List.of(omb("before", 1, 7)), List.of(omb("after", 1, 7)));
        b.driver("redpanda");

        assertThat(ComparisonFormat.title(List.of(ofOmb))).startsWith("after1 vs before1: ");
        assertThat(ComparisonFormat.title(List.of(compare(SLOWER, List.of())))).startsWith("redpanda vs kafka: ");
        assertThat(ComparisonFormat.title(
                        List.of(ofSides(List.of(omb("a", 1, 7), omb("a", 2, 7)), List.of(omb("a", 3, 7))))))
                .startsWith("a3 vs a1 and 1 more: ");
        assertThat(HtmlReport.ofComparisons(List.of(ofOmb)).html(Optional.empty(), folder.resolve("page.html")))
                .contains("<b>B</b> w on Kafka, 1 run: " + folder.resolve("after1.json"));
    }

    private static Comparison ofSides(List<MeasuredRun> a, List<MeasuredRun> b) {
        return Comparison.of(new RunGroup("A", a), new RunGroup("B", b), ComparisonRules.DEFAULT, List.of(), GATES);
    }

    @Test
    void thePageBeginsWithTheVerdictAndLeadsToIt() {
        Path file = folder.resolve("page.html");

        assertThat(HtmlReport.ofComparisons(List.of(compare(SLOWER, List.of()))).html(Optional.empty(), file))
                .contains("<h1>b vs a: worse in endToEndResponse.p99 (+8.1 %);", "<a href=\"#verdict-1\">Verdict</a>")
                .contains("<section id=\"verdict-1\"");
    }

    @Test
    void reportsInWhatElseTheSidesDifferBeforeTheVerdicts() {
        b.driver("redpanda")
                .client("linger.ms", "10")
                .load("producerRate", 900)
                .host("h2")
                .setup(1);
        // Of no figure, so it comes last.
        b.outcome("DEGRADED", "DEGRADED", "NOT_AUDITED", "SENDS_LATE");

        List<String> lines = ComparisonText.lines(compare(SLOWER, List.of()));

        assertThat(lines)
                .containsSubsequence(
                        "unequal: client hosts: h1 | h2 (SETUPS_DIFFER)",
                        "unequal: brokers: on their own | 1 embedded (PLATFORMS_DIFFER)",
                        "unequal: driver.producerConfig.linger.ms: not set | 10 (SETTINGS_DIFFER)",
                        "unequal: producerRate: 1000 | 900 (SETTINGS_DIFFER)",
                        "B against A:                             change  medians of the runs of A -> B",
                        "doubtful: B: 5 of 5 runs DEGRADED: SENDS_LATE, NOT_AUDITED",
                        "note: embedded brokers share the host with their load: the figures are that");
    }

    @Test
    void saysThatTheChangeAndTheMediansDisagree() {
        RunGroup ofA = new RunGroup("A", List.of(a.run(1, 10), a.run(1, 11), a.run(1, 33), a.run(1, 34), a.run(1, 35)));
        RunGroup ofB = new RunGroup("B", List.of(b.run(1, 29), b.run(1, 30), b.run(1, 31), b.run(1, 60), b.run(1, 61)));
        Comparison rising = Comparison.of(ofA, ofB, ComparisonRules.DEFAULT, List.of(), List.of());

        assertThat(String.join(" ", ComparisonText.lines(rising)).replaceAll(" +", " "))
                .contains("the medians of the sides differ in the other direction, because the runs vary");
        assertThat(String.join("\n", ComparisonMarkdown.lines(rising)))
                .contains("the medians of the sides differ in the other direction");
        assertThat(String.join("\n", ComparisonMarkdown.lines(compare(SLOWER, List.of()))))
                .doesNotContain("other direction");
    }

    @Test
    void whatFollowsFromAcksMayDifferIfAcksMay() {
        a.durability("acks", "1").durability("idempotence", "false").durability("minInsyncReplicas", "without effect");
        b.durability("acks", "all").durability("idempotence", "true").durability("minInsyncReplicas", "2");

        assertThat(remarks(List.of(new DurabilityGate())))
                .extracting(ComparisonRemark::weight)
                .containsOnly(ComparisonRemark.Weight.UNEQUAL);
        assertThat(remarks(List.of(new DurabilityGate()), "driver.producerConfig.acks"))
                .hasSize(3)
                .extracting(ComparisonRemark::weight)
                .containsOnly(ComparisonRemark.Weight.NOTE);
    }

    @Test
    void equalAcksExplainNoOtherDifference() {
        a.durability("acks", "all").durability("minInsyncReplicas", "1");
        b.durability("acks", "all").durability("minInsyncReplicas", "2");

        assertThat(remarks(List.of(new DurabilityGate()), "acks"))
                .extracting(ComparisonRemark::weight)
                .containsExactly(ComparisonRemark.Weight.UNEQUAL);
    }

    @Test
    void aFieldThatMayDifferMakesNoSidesUnequal() {
        b.client("linger.ms", "10");

        assertThat(remarks(GATES, "linger.ms"))
                .containsExactly(new ComparisonRemark(
                        ComparisonRemark.Weight.NOTE,
                        "driver.producerConfig.linger.ms: not set | 10 (named by --differs)"));
    }

    @Test
    void effectiveClientSettingsCountWhereverTheyWereWritten() {
        a.client("linger.ms", "10").inEffect("linger.ms", "10").inEffect("batch.size", "1");
        b.inEffect("linger.ms", "10").inEffect("batch.size", "2");
        a.client("acks", "all").durability("acks", "all");
        b.durability("acks", "1");

        assertThat(remarks(List.of(new FileGate(), new DurabilityGate())))
                .extracting(ComparisonRemark::text)
                .containsExactly("driver.producerConfig.batch.size: 1 | 2", "durability.acks: all | 1");
    }

    @Test
    void findingsComeBeforeFigures() {
        b.finding("MESSAGES_LOST").finding("OPERATIONS_FAILED").finding("LOAD_NOT_MET");
        a.missed("audit.lost == 0");

        assertThat(remarks(List.of(new RunGate())))
                .filteredOn(remark -> !remark.rule().equals(Optional.of(ReviewCode.TARGET_MISSED)))
                .containsExactly(
                        new ComparisonRemark(
                                ComparisonRemark.Weight.DOUBTFUL, "A: 5 of 5 runs missed a threshold: audit.lost == 0"),
                        new ComparisonRemark(
                                        ComparisonRemark.Weight.DOUBTFUL,
                                        "B: 5 of 5 runs with findings: MESSAGES_LOST, OPERATIONS_FAILED")
                                .violates(ReviewCode.SYSTEM_ERRORS));
    }

    @Test
    void clocksPutEachFigureInDoubtThatTheyCanMakeWrong() {
        a.latency("transactionVisible", 400_000);
        b.latency("transactionVisible", 200_000);

        assertThat(compare(SLOWER, List.of(figure("transactionVisible.p50"), figure("achievedRate")))
                        .remarks())
                .containsExactly(new ComparisonRemark(
                                ComparisonRemark.Weight.DOUBTFUL,
                                "A: 5 of 5 runs with clocks that can make transactionVisible.p50 wrong by up to 0.400 ms,"
                                        + " which is more than the margin")
                        .violates(ReviewCode.CLOCKS_INEXACT));
    }

    @Test
    void fewSamplesDoNotSilenceDoubtsAboutClocks() {
        a.samples(100).latency("endToEndResponse", 400_000);
        b.samples(100).clocksUnknown();

        assertThat(compare(SLOWER, List.of()).remarks())
                .extracting(ComparisonRemark::text)
                .containsExactly(
                        "A: 5 of 5 runs with clocks that can make endToEndResponse.p99 wrong by up to 0.400 ms,"
                                + " which is more than the margin",
                        "B: 5 of 5 runs with clocks that can make endToEndResponse.p99 wrong by an unknown amount");
    }

    /** 1 % of 2,000 messages may fail for the p99 to be known; the p95 bears more. */
    @Test
    void ofWhichThereIsOnlyALowerBoundIsNotCompared() {
        b.failed(15);
        assertThat(verdicts(compare(SLOWER, List.of()))).containsExactly(Verdict.EQUIVALENT, Verdict.WORSE);
        b.failed(30);

        Comparison comparison = compare(SLOWER, List.of());

        assertThat(verdicts(comparison)).containsExactly(Verdict.EQUIVALENT, Verdict.NOT_COMPARABLE);
        assertThat(comparison.primary().get(1).judgement().orElseThrow().why()).isEqualTo("known of 0 of 5 runs of B");
    }

    @Test
    void readsAreComparedByTheirOwnTimesAndRate() {
        a.readsOnly();
        b.readsOnly();

        Comparison comparison = compare(SLOWER, List.of());

        assertThat(comparison.primary())
                .extracting(each -> each.figure().text())
                .containsExactly("readResponse.p99");
        assertThat(verdicts(comparison)).containsExactly(Verdict.WORSE);
        assertThat(verdicts(compare(new double[][] {{1000, 10, 700, 10}}, List.of())))
                .containsExactly(Verdict.NOT_COMPARABLE);
    }

    @Test
    void ratesBelowOneMessagePerSecondVaryToo() {
        List<Double> times = List.of(10.0, 11.0, 10.0, 11.0, 10.0, 11.0, 10.0, 11.0, 10.0, 11.0);
        var one = new RunGroup("A", List.of(a.intervalSeconds(10).run(4, times)));
        var other = new RunGroup("B", List.of(b.intervalSeconds(10).run(2, times)));

        FigureComparison rate = Comparison.of(one, other, ComparisonRules.DEFAULT, List.of(), GATES)
                .primary()
                .get(0);

        assertThat(rate.estimate().interval().orElseThrow().low()).isEqualTo(0.5);
        assertThat(rate.estimate().interval().orElseThrow().high()).isEqualTo(0.5);
    }

    @Test
    void severalRunsAreNoSinglesWhateverTheyLack() {
        assertThat(ComparisonFormat.basis(compare(SLOWER, List.of(figure("publishResponse.p99")))))
                .startsWith("Primary: publishResponse.p99. Intervals of the ratio are exact");
    }

    @Test
    void aWeakerAcknowledgementMakesSidesUnequal() {
        a.durability("acks", "all")
                .durability("fsync", "before acknowledgement")
                .durability("clientVersion", "3.9");
        b.durability("acks", "1").durability("fsync", "unknown").durability("clientVersion", "4.0");
        List<RunGroup> sides = StoredRuns.inTurn(a, b, SLOWER);
        ComparisonRules stated = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, false, Set.of("acks"));

        assertThat(new DurabilityGate().remarks(sides.get(0), sides.get(1), ComparisonRules.DEFAULT))
                .containsExactly(
                        new ComparisonRemark(ComparisonRemark.Weight.UNEQUAL, "durability.acks: all | 1")
                                .violates(ReviewCode.SETTINGS_DIFFER),
                        new ComparisonRemark(ComparisonRemark.Weight.NOTE, "durability.clientVersion: 3.9 | 4.0"),
                        new ComparisonRemark(
                                        ComparisonRemark.Weight.DOUBTFUL,
                                        "durability.fsync: before acknowledgement | unknown")
                                .leavesOpen(ReviewCode.SETTINGS_DIFFER));
        assertThat(new DurabilityGate().remarks(sides.get(0), sides.get(1), stated))
                .contains(new ComparisonRemark(ComparisonRemark.Weight.NOTE, "durability.acks: all | 1"));
        List<RunGroup> silent = List.of(sides.get(0), new RunGroup("B", List.of(new StoredRuns(folder).run(1, 1))));
        assertThat(new DurabilityGate().remarks(silent.get(0), silent.get(1), ComparisonRules.DEFAULT))
                .containsExactly(new ComparisonRemark(
                                ComparisonRemark.Weight.DOUBTFUL,
                                "the results of B do not contain what an acknowledgement meant (durability)")
                        .leavesOpen(ReviewCode.SETTINGS_DIFFER));
    }

    @Test
    void withOnePrimaryFigureFourPlannedRunsASideDo() {
        List<RunGroup> four = StoredRuns.inTurn(a, b, Arrays.copyOf(SLOWER, 4));
        List<MetricFigure> single = List.of(figure("endToEndResponse.p99"));
        ComparisonRules planned = new ComparisonRules(0.05, OptionalInt.of(4), 0.03, false, Set.of());

        Comparison two = Comparison.of(four.get(0), four.get(1), planned, List.of(), GATES);
        Comparison one = Comparison.of(four.get(0), four.get(1), planned, single, GATES);
        Comparison growing = Comparison.of(four.get(0), four.get(1), ComparisonRules.DEFAULT, single, GATES);

        assertThat(two.errorRate()).isEqualTo(0.025);
        assertThat(verdicts(two)).containsOnly(Verdict.INCONCLUSIVE);
        assertThat(text(two).replaceAll("\\s+", " ")).contains("4 and 4 runs are too few: at least ");
        assertThat(one.errorRate()).isEqualTo(0.05);
        assertThat(verdicts(one)).containsExactly(Verdict.WORSE);
        assertThat(text(one).replaceAll("\\s+", " ")).contains("of 4 planned runs on each side");
        assertThat(verdicts(growing)).containsExactly(Verdict.INCONCLUSIVE);
        assertThat(text(growing).replaceAll("\\s+", " ")).contains("too few: at least 5 on each side");
    }

    @Test
    void refusesRunsWithoutUsableFigures() {
        b.outcome("INVALID", "INVALID", "NOTHING_MEASURED");
        List<RunGroup> sides = StoredRuns.inTurn(a, b, SLOWER);
        ComparisonRules even = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, true, Set.of());

        Comparison refused = Comparison.of(sides.get(0), sides.get(1), ComparisonRules.DEFAULT, List.of(), GATES);
        assertThat(refused.refusals()).hasSize(1);
        assertThat(refused.remarks().get(0).text())
                .startsWith("B: 5 of 5 runs INVALID (NOTHING_MEASURED): " + folder.resolve("b"));
        assertThat(Comparison.of(sides.get(0), sides.get(1), even, List.of(), GATES)
                        .refusals())
                .isEmpty();
    }

    @Test
    void doesNotCompareLatenciesAtAnotherRate() {
        double[][] rows = {
            {1000, 10, 800, 10.8},
            {1000, 10, 790, 10.8},
            {1000, 10, 801, 10.8},
            {1000, 10, 805, 10.8},
            {1000, 10, 800, 10}
        };
        b.finding("LOAD_NOT_MET");

        Comparison comparison = compare(rows, List.of());

        assertThat(verdicts(comparison)).containsExactly(Verdict.WORSE, Verdict.NOT_COMPARABLE);
        assertThat(text(comparison))
                .contains("measured at another rate: B's was 80.0 %")
                .contains("doubtful: B: 5 of 5 runs below 99 % of the target rate");
    }

    @Test
    void aConsumeOnlyLoadAchievesItsDeliveries() {
        a.consumesOnly();
        b.consumesOnly();
        List<RunGroup> sides = StoredRuns.inTurn(a, b, SLOWER);

        Comparison comparison = Comparison.of(sides.get(0), sides.get(1), ComparisonRules.DEFAULT, List.of(), GATES);

        assertThat(comparison.primary())
                .extracting(each -> each.figure().metric().key())
                .containsExactly("deliveredRate", "endToEndResponse");
        assertThat(verdicts(comparison)).doesNotContain(Verdict.NOT_COMPARABLE);
    }

    @Test
    void runsOfOneSideAfterTheOthersMayHaveDrifted() {
        List<MeasuredRun> first = List.of(a.run(1000, 10), a.run(1000, 10));
        for (int i = 0; i < 2; i++) {
            b.run(1000, 10);
        }
        List<MeasuredRun> second = List.of(b.run(1000, 10), b.run(1000, 10));

        assertThat(new RunGate().remarks(new RunGroup("A", first), new RunGroup("B", second), ComparisonRules.DEFAULT))
                .anySatisfy(remark -> assertThat(remark.text()).contains("before the other's"));
    }

    @Test
    void judgesOneRunASideOnlyByVariationWithinIt() {
        List<Double> times = List.of(10.0, 11.5, 10.2, 10.7, 10.1, 10.9, 11.1, 10.3, 10.6, 10.4, 11.0, 10.5);
        List<Double> doubled = times.stream().map(millis -> 2 * millis).toList();
        var one = new RunGroup("A", List.of(a.run(1000, times)));
        var other = new RunGroup("B", List.of(b.run(1000, doubled)));

        Comparison comparison = Comparison.of(one, other, ComparisonRules.DEFAULT, List.of(), GATES);

        FigureComparison latency = comparison.primary().get(1);
        assertThat(latency.estimate().source()).isEqualTo(FigureComparison.Source.WITHIN_RUN);
        assertThat(latency.estimate().interval().orElseThrow().low()).isBetween(1.7, 1.99);
        assertThat(latency.estimate().interval().orElseThrow().high()).isBetween(2.01, 2.3);
        assertThat(verdicts(comparison)).containsOnly(Verdict.INCONCLUSIVE);
        assertThat(text(comparison).replaceAll("\\s+", " "))
                .contains("The interval has within-run ", "at least 5 runs on each side are needed");
        assertThat(Comparison.of(one, other, ComparisonRules.DEFAULT, List.of(), GATES)
                        .figures())
                .isEqualTo(comparison.figures());
    }

    @Test
    void ombsFilesAreReadWithTheirLimits() throws IOException {
        var one = new RunGroup(
                "A", List.of(omb("a", 1, 7), omb("a", 2, 7), omb("a", 3, 7), omb("a", 4, 7), omb("a", 5, 7)));
        var same = new RunGroup(
                "B", List.of(omb("b", 1, 7), omb("b", 2, 7), omb("b", 3, 7), omb("b", 4, 7), omb("b", 5, 7)));
        var more = new RunGroup(
                "B", List.of(omb("c", 1, 9), omb("c", 2, 9), omb("c", 3, 8), omb("c", 4, 9), omb("c", 5, 9)));

        Comparison alike = Comparison.of(one, same, ComparisonRules.DEFAULT, List.of(), GATES);
        Comparison slower = Comparison.of(one, more, ComparisonRules.DEFAULT, List.of(), GATES);

        assertThat(alike.primary())
                .extracting(each -> each.figure().text())
                .containsExactly("achievedRate", "endToEndService.p99");
        assertThat(verdicts(alike)).containsExactly(Verdict.EQUIVALENT, Verdict.INCONCLUSIVE);
        assertThat(text(alike)).contains("the figures are whole milliseconds, which is\n", "hide what stalls cost");
        assertThat(verdicts(slower)).containsExactly(Verdict.EQUIVALENT, Verdict.WORSE);
    }

    /** As the oldest files are: without a target, and with zeros from where the system was gone. */
    @Test
    void ombsFilesShowOnlyByTheirRatesThatARunBrokeOff() throws IOException {
        MeasuredRun run = MeasuredRun.of(StoredRuns.read(Files.writeString(folder.resolve("broken.json"), """
            {"workload": "1 topic", "driver": "Kafka", "publishRate": [50000.5, 5764.0, 0.0, 0.0],
             "backlog": [0, 329, 0, 0], "publishLatencyAvg": [17.3, 50.6, 0.0, 0.0],
             "aggregatedPublishLatency99pct": 106.6}
            """)));

        assertThat(new RunGate()
                        .remarks(
                                new RunGroup("A", List.of(run)),
                                new RunGroup("B", List.of(run)),
                                ComparisonRules.DEFAULT))
                .contains(new ComparisonRemark(
                                ComparisonRemark.Weight.DOUBTFUL,
                                "A: 1 of 1 run with intervals in which nothing was acknowledged")
                        .violates(ReviewCode.SYSTEM_ERRORS));
    }

    @Test
    void aFigureThatARunLacksIsNotCompared() {
        List<MetricFigure> asked = List.of(figure("endToEndResponse.p99.99"), figure("achievedRate"));

        Comparison comparison = compare(SLOWER, asked);

        assertThat(verdicts(comparison)).containsExactly(Verdict.NOT_COMPARABLE, Verdict.EQUIVALENT);
        assertThat(text(comparison)).contains("known of 0 of 5 runs of A, known of 0 of 5 runs of B");
    }

    @Test
    void markdownHasTheSameFigures() {
        b.driver("red|panda");

        assertThat(String.join("\n", ComparisonMarkdown.lines(compare(SLOWER, List.of()))))
                .startsWith("""
                    **A** w on kafka, 5 runs\s\s
                    **B** w on red\\|panda, 5 runs

                    | verdict on B | figure | A | B | B to A | interval | |
                    |---|---|--:|--:|--:|---|---|
                    | **EQUIVALENT** | achievedRate | 1,000 msg/s | 1,000 msg/s | +0.0 % | -0.1 to +0.1 % |  |
                    | **WORSE** | endToEndResponse.p99 | 10.1 ms | 10.9 ms | +8.1 % | +4.9 to +12.1 % |  |

                    Primary: achievedRate and endToEndResponse.p99.\
                    """);
    }

    @Test
    void programsGetAllOfItAsTableAndDocument() {
        Comparison comparison = compare(SLOWER, List.of());

        List<String> csv = ComparisonTable.csv(List.of(comparison));
        assertThat(csv).hasSize(4);
        assertThat(csv.get(0))
                .isEqualTo("a,b,point,figure,unit,verdict,why,runsNeeded,valuesOfA,valuesOfB,medianOfA,medianOfB,ratio,"
                        + "interval.low,interval.high,interval.confidence,intervalOf,pValue,"
                        + "ratioOfMedians.low,ratioOfMedians.high,ratioOfMedians.confidence");
        assertThat(csv.get(1))
                .startsWith("\"w on kafka, 5 runs\",\"w on kafka, 5 runs\",,achievedRate,messages/s,equivalent,,,"
                        + "1000.0 999.0 1000.0 1000.0 1000.0,1000.0 1000.0 999.0 1000.0 1000.0,1000.0,1000.0,1.0,");
        assertThat(ComparisonTable.json(List.of(comparison)))
                .contains("\"schemaVersion\" : 1", "\"verdict\" : \"worse\"", "\"runsNeeded\" : null");
    }

    @Test
    void aLimitIsMissedOnlyByAProvenDifference() {
        Comparison comparison = compare(SLOWER, List.of());

        assertThat(judge("endToEndResponse.p99 worse > 5%", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.MISSED);
        assertThat(judge("endToEndResponse.p99 worse > 9%", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.KEPT);
        assertThat(judge("endToEndResponse.p99 better > 0%", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.KEPT);
        assertThat(judge("achievedRate worse > 0 %", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.KEPT);
    }

    @Test
    void aLimitThatCannotBeJudgedIsNotKept() {
        double[][] three = {SLOWER[0], SLOWER[1], SLOWER[2]};

        assertThat(judge("endToEndResponse.p99 worse > 5%", compare(three, List.of())))
                .isEqualTo(ComparisonLimit.LimitOutcome.NOT_JUDGED);
    }

    private static ComparisonLimit.LimitOutcome judge(String limit, Comparison comparison) {
        return ComparisonLimit.read(limit, wrong -> {
                    throw new AssertionError(wrong);
                })
                .orElseThrow()
                .judge(comparison);
    }

    private MeasuredRun omb(String side, int number, int millis) throws IOException {
        return MeasuredRun.of(
                StoredRuns.read(Files.writeString(folder.resolve(side + number + ".json"), """
                    {"workload": "w", "driver": "Kafka", "producerRate": 1000, "topics": 1,
                     "publishRate": [999.8, 1000.2], "consumeRate": [1000.0, 1000.0],
                     "aggregatedEndToEndLatency50pct": 3.0, "aggregatedEndToEndLatency99pct": %d.0}
                    """.formatted(millis))));
    }

    private List<ComparisonRemark> remarks(List<Gate> gates, String... differs) {
        List<RunGroup> sides = StoredRuns.inTurn(a, b, SLOWER);
        var rules = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, false, Set.of(differs));
        return gates.stream()
                .flatMap(gate -> gate.remarks(sides.get(0), sides.get(1), rules).stream())
                .toList();
    }

    private Comparison compare(double[][] rows, List<MetricFigure> asked) {
        List<RunGroup> sides = StoredRuns.inTurn(a, b, rows);
        return Comparison.of(sides.get(0), sides.get(1), ComparisonRules.DEFAULT, asked, GATES);
    }

    private String text(Comparison comparison) {
        // Where the first lines break depends on how long the name of the temporary folder is.
        return String.join("\n", ComparisonText.lines(comparison))
                        .replace(folder + "/", "")
                        .replaceAll("runs:\\s+", "runs: ")
                        .replaceAll("json\\s+and", "json and")
                + "\n";
    }

    private static List<Verdict> verdicts(Comparison comparison) {
        return comparison.primary().stream()
                .map(each -> each.judgement().orElseThrow().verdict())
                .toList();
    }

    private static MetricFigure figure(String text) {
        return MetricFigure.read(text, wrong -> {
                    throw new AssertionError(wrong);
                })
                .orElseThrow();
    }
}
