package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.report.compare.Judgement.Verdict;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.goal.MetricFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
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

    private StoredRuns a;
    private StoredRuns b;

    @BeforeEach
    void begin() {
        a = new StoredRuns(folder.resolve("a"));
        b = new StoredRuns(folder.resolve("b"));
    }

    @Test
    void showsTheVerdictsFirst() {
        Comparison comparison = compare(SLOWER);

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
        Comparison slower = compare(SLOWER);
        Comparison alike = compare(SLOWER, figure("achievedRate"));

        assertThat(ComparisonFormat.title(List.of(alike))).isEqualTo("b vs a: no difference above 3 % found");
        assertThat(ComparisonFormat.title(List.of(slower)))
                .isEqualTo("b vs a: worse in endToEndResponse.p99 (+8.1 %); no difference above 3 % in achievedRate"
                        + " (+0.0 %)");
        assertThat(ComparisonFormat.title(List.of(slower, slower, slower, slower)))
                .isEqualTo("b vs a: worse in 4 figures; no difference above 3 % in 4 figures");
        a.outcome("INVALID", "INVALID", "NOTHING_MEASURED");
        assertThat(ComparisonFormat.title(List.of(compare(SLOWER))))
                .isEqualTo("b vs a: these runs must not be compared");
    }

    @Test
    void theTitleNamesTheSidesByTheirDifferences() throws IOException {
        Comparison ofOmb = ofSides(omb("before", 7), omb("after", 7));
        b.driver("redpanda");

        assertThat(ComparisonFormat.title(List.of(ofOmb))).startsWith("after1 vs before1: ");
        assertThat(ComparisonFormat.title(List.of(compare(SLOWER)))).startsWith("redpanda vs kafka: ");
        assertThat(ComparisonFormat.title(List.of(ofSides(omb("a", 7, 7), omb("c", 7)))))
                .startsWith("c1 vs a1 and 1 more: ");
        assertThat(HtmlReport.ofComparisons(List.of(ofOmb)).html(Optional.empty(), folder.resolve("page.html")))
                .contains("<b>B</b> w on Kafka, 1 run: " + folder.resolve("after1.json"));
    }

    @Test
    void thePageShowsEachRunOnceIfASideIsComparedTwice() {
        var side = new RunGroup("A", List.of(a.run(1000, 10), a.run(1000, 10)));
        List<Comparison> both = Stream.of("B", "C")
                .map(name -> Comparison.of(
                        side, new RunGroup(name, List.of(b.run(1000, 10))), ComparisonRules.DEFAULT, List.of(), GATES))
                .toList();

        assertThat(HtmlReport.ofComparisons(both).html(Optional.empty(), folder.resolve("page.html")))
                .contains("4 results side by side");
    }

    private static Comparison ofSides(List<MeasuredRun> a, List<MeasuredRun> b) {
        return Comparison.of(new RunGroup("A", a), new RunGroup("B", b), ComparisonRules.DEFAULT, List.of(), GATES);
    }

    @Test
    void thePageBeginsWithTheVerdictAndLeadsToIt() {
        Path file = folder.resolve("page.html");

        assertThat(HtmlReport.ofComparisons(List.of(compare(SLOWER))).html(Optional.empty(), file))
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

        List<String> lines = ComparisonFormat.text(compare(SLOWER));

        assertThat(lines)
                .containsSubsequence(
                        "unequal: client hosts: h1 | h2 (SETTINGS_DIFFER)",
                        "unequal: brokers: on their own | 1 embedded (PLATFORMS_DIFFER)",
                        "unequal: driver.producerConfig.linger.ms: not set | 10 (SETTINGS_DIFFER)",
                        "unequal: producerRate: 1000 | 900 (SETTINGS_DIFFER)",
                        "B against A:                             change  medians of the runs of A -> B",
                        "doubtful: B: 5 of 5 runs DEGRADED: SENDS_LATE, NOT_AUDITED",
                        "note: embedded brokers share the host with their load: the figures are that");
    }

    @Test
    void saysThatTheChangeAndTheMediansDisagree() {
        Comparison rising = compare(
                new double[][] {{1, 10, 1, 29}, {1, 11, 1, 30}, {1, 33, 1, 31}, {1, 34, 1, 60}, {1, 35, 1, 61}});

        assertThat(String.join(" ", ComparisonFormat.text(rising)).replaceAll(" +", " "))
                .contains("the medians of the sides differ in the other direction, because the runs vary");
        assertThat(String.join("\n", ComparisonFormat.markdown(rising)))
                .contains("the medians of the sides differ in the other direction");
        assertThat(String.join("\n", ComparisonFormat.markdown(compare(SLOWER))))
                .doesNotContain("other direction");
    }

    @Test
    void aFieldThatMayDifferMakesNoSidesUnequal() {
        b.client("linger.ms", "10");

        assertThat(remarks(GATES, "linger.ms"))
                .containsExactly(new ComparisonRemark(
                        Weight.NOTE, "driver.producerConfig.linger.ms: not set | 10 (named by --differs)"));
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
                .filteredOn(remark -> !remark.rule().equals(Optional.of(ReviewCode.RATES_DIFFER)))
                .containsExactly(
                        new ComparisonRemark(Weight.DOUBTFUL, "A: 5 of 5 runs missed a threshold: audit.lost == 0"),
                        new ComparisonRemark(
                                        Weight.DOUBTFUL,
                                        "B: 5 of 5 runs with findings: MESSAGES_LOST, OPERATIONS_FAILED")
                                .warnedBy(ReviewCode.SYSTEM_ERRORS));
    }

    @Test
    void clocksPutEachFigureInDoubtThatTheyCanMakeWrong() {
        a.latency("transactionVisible", 400_000);
        b.latency("transactionVisible", 200_000);

        assertThat(compare(SLOWER, figure("transactionVisible.p50"), figure("achievedRate"))
                        .remarks())
                .containsExactly(new ComparisonRemark(
                                Weight.DOUBTFUL,
                                "A: 5 of 5 runs with clocks that can make transactionVisible.p50 wrong by up to 0.400 ms,"
                                        + " which is more than the margin")
                        .warnedBy(ReviewCode.CLOCKS_INEXACT));
    }

    @Test
    void fewSamplesDoNotSilenceDoubtsAboutClocks() {
        a.samples(100).latency("endToEndResponse", 400_000);
        b.samples(100).clocksUnknown();

        assertThat(compare(SLOWER).remarks())
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
        assertThat(verdicts(compare(SLOWER))).containsExactly(Verdict.EQUIVALENT, Verdict.WORSE);
        b.failed(30);

        Comparison comparison = compare(SLOWER);

        assertThat(verdicts(comparison)).containsExactly(Verdict.EQUIVALENT, Verdict.NOT_COMPARABLE);
        assertThat(comparison.primary().get(1).judgement().orElseThrow().why()).isEqualTo("known of 0 of 5 runs of B");
    }

    @Test
    void readsAreComparedByTheirOwnTimesAndRate() {
        a.readsOnly();
        b.readsOnly();

        Comparison comparison = compare(SLOWER);

        assertThat(comparison.primary())
                .extracting(each -> each.figure().text())
                .containsExactly("readResponse.p99");
        assertThat(verdicts(comparison)).containsExactly(Verdict.WORSE);
        assertThat(verdicts(compare(new double[][] {{1000, 10, 700, 10}}))).containsExactly(Verdict.NOT_COMPARABLE);
    }

    @Test
    void ratesBelowOneMessagePerSecondVaryToo() {
        List<Double> times = List.of(10.0, 11.0, 10.0, 11.0, 10.0, 11.0, 10.0, 11.0, 10.0, 11.0);

        FigureComparison rate = ofSides(
                        List.of(a.intervalSeconds(10).run(4, times)),
                        List.of(b.intervalSeconds(10).run(2, times)))
                .primary()
                .get(0);

        assertThat(rate.estimate().interval().orElseThrow().low()).isEqualTo(0.5);
        assertThat(rate.estimate().interval().orElseThrow().high()).isEqualTo(0.5);
    }

    @Test
    void severalRunsAreNoSinglesWhateverTheyLack() {
        assertThat(ComparisonFormat.basis(compare(SLOWER, figure("publishResponse.p99"))))
                .startsWith("Primary: publishResponse.p99. Intervals of the ratio are exact");
    }

    @Test
    void withOnePrimaryFigureFourPlannedRunsASideDo() {
        double[][] four = Arrays.copyOf(SLOWER, 4);
        MetricFigure single = figure("endToEndResponse.p99");
        ComparisonRules planned = new ComparisonRules(0.05, OptionalInt.of(4), 0.03, false, Set.of());

        Comparison two = compare(four, planned);
        Comparison one = compare(four, planned, single);
        Comparison growing = compare(four, single);

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
        ComparisonRules even = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, true, Set.of());

        Comparison refused = compare(SLOWER);
        assertThat(refused.refusals()).hasSize(1);
        assertThat(refused.remarks().get(0).text())
                .startsWith("B: 5 of 5 runs INVALID (NOTHING_MEASURED): " + folder.resolve("b"));
        assertThat(compare(SLOWER, even).refusals()).isEmpty();
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

        Comparison comparison = compare(rows);

        assertThat(verdicts(comparison)).containsExactly(Verdict.WORSE, Verdict.NOT_COMPARABLE);
        assertThat(text(comparison))
                .contains("measured at another rate: B's was 80.0 %")
                .contains("doubtful: B: 5 of 5 runs below 99 % of the target rate");
    }

    @Test
    void aConsumeOnlyLoadAchievesItsDeliveries() {
        a.consumesOnly();
        b.consumesOnly();

        Comparison comparison = compare(SLOWER);

        assertThat(comparison.primary())
                .extracting(each -> each.figure().metric().key())
                .containsExactly("deliveredRate", "endToEndResponse");
        assertThat(verdicts(comparison)).doesNotContain(Verdict.NOT_COMPARABLE);
    }

    @Test
    void runsOfOneSideAfterTheOthersMayHaveDrifted() {
        List<MeasuredRun> first = List.of(a.run(1000, 10), a.run(1000, 10));
        List<MeasuredRun> second = List.of(a.run(1000, 10), a.run(1000, 10));

        assertThat(ofSides(first, second).remarks())
                .anySatisfy(remark -> assertThat(remark.text()).contains("before the other's"));
    }

    /** OMB writes the begin of a run in another form, and in the time zone of its host. */
    @Test
    void runsOfOmbAndOfWeirCanAlternate() throws IOException {
        List<MeasuredRun> ofOmb = new ArrayList<>();
        List<MeasuredRun> ofWeir = new ArrayList<>();
        for (int minutes = 0; minutes < 4; minutes += 2) {
            Instant begin = Instant.parse("2026-11-21T10:00:00Z").plus(Duration.ofMinutes(minutes));
            ofWeir.add(a.begin(begin.toString()).run(1000, 10));
            Path file = folder.resolve("omb" + minutes + ".json");
            ofOmb.add(MeasuredRun.of(SampleFiles.read(Files.writeString(
                    file,
                    "{\"workload\": \"w\", \"driver\": \"Kafka\", \"beginTime\": \""
                            + IsoTime.asOmb(
                                    1_000_000_000 * begin.plusSeconds(60).getEpochSecond())
                            + "\", \"publishRate\": [1000.0]}"))));
        }

        assertThat(ofSides(ofWeir, ofOmb).remarks())
                .extracting(ComparisonRemark::text)
                .noneMatch(text -> text.contains("before the other's"));
    }

    @Test
    void judgesOneRunASideOnlyByVariationWithinIt() {
        List<Double> times = List.of(10.0, 11.5, 10.2, 10.7, 10.1, 10.9, 11.1, 10.3, 10.6, 10.4, 11.0, 10.5);
        List<Double> doubled = times.stream().map(millis -> 2 * millis).toList();
        List<MeasuredRun> one = List.of(a.run(1000, times));
        List<MeasuredRun> other = List.of(b.run(1000, doubled));

        Comparison comparison = ofSides(one, other);

        FigureComparison latency = comparison.primary().get(1);
        assertThat(latency.estimate().source()).isEqualTo(FigureComparison.Source.WITHIN_RUN);
        assertThat(latency.estimate().interval().orElseThrow().low()).isBetween(1.7, 1.99);
        assertThat(latency.estimate().interval().orElseThrow().high()).isBetween(2.01, 2.3);
        assertThat(verdicts(comparison)).containsOnly(Verdict.INCONCLUSIVE);
        assertThat(text(comparison).replaceAll("\\s+", " "))
                .contains("The interval has within-run ", "at least 5 runs on each side are needed");
        assertThat(ofSides(one, other).figures()).isEqualTo(comparison.figures());
    }

    @Test
    void ombsFilesAreReadWithTheirLimits() throws IOException {
        List<MeasuredRun> one = omb("a", 7, 7, 7, 7, 7);

        Comparison alike = ofSides(one, omb("b", 7, 7, 7, 7, 7));
        Comparison slower = ofSides(one, omb("c", 9, 9, 8, 9, 9));

        assertThat(alike.primary())
                .extracting(each -> each.figure().text())
                .containsExactly("achievedRate", "endToEndService.p99");
        assertThat(verdicts(alike)).containsExactly(Verdict.EQUIVALENT, Verdict.INCONCLUSIVE);
        assertThat(text(alike)).contains("the figures are whole milliseconds, which is\n", "hide what stalls cost");
        assertThat(verdicts(slower)).containsExactly(Verdict.EQUIVALENT, Verdict.WORSE);
    }

    /** A run of Weir has a finding if messages waited; otherwise its workload asked for nothing then. */
    @Test
    void anIntervalWithoutAcknowledgementsIsNoFaultOfTheSystem() {
        MeasuredRun run = a.acknowledged(0).run(1000, 10);

        assertThat(ofSides(List.of(run), List.of(run)).remarks())
                .extracting(ComparisonRemark::text)
                .noneMatch(text -> text.contains("nothing was acknowledged"));
    }

    /** As the oldest files are: without a target, and with zeros from where the system was gone. */
    @Test
    void ombsFilesShowOnlyByTheirRatesThatARunBrokeOff() throws IOException {
        MeasuredRun run = MeasuredRun.of(SampleFiles.read(Files.writeString(folder.resolve("broken.json"), """
            {"workload": "1 topic", "driver": "Kafka", "publishRate": [50000.5, 5764.0, 0.0, 0.0],
             "backlog": [0, 329, 0, 0], "publishLatencyAvg": [17.3, 50.6, 0.0, 0.0],
             "aggregatedPublishLatency99pct": 106.6}
            """)));

        assertThat(ofSides(List.of(run), List.of(run)).remarks())
                .contains(new ComparisonRemark(
                                Weight.DOUBTFUL, "A: 1 of 1 run with intervals in which nothing was acknowledged")
                        .warnedBy(ReviewCode.SYSTEM_ERRORS));
    }

    @Test
    void aFigureThatARunLacksIsNotCompared() {
        Comparison comparison = compare(SLOWER, figure("endToEndResponse.p99.99"), figure("achievedRate"));

        assertThat(verdicts(comparison)).containsExactly(Verdict.NOT_COMPARABLE, Verdict.EQUIVALENT);
        assertThat(text(comparison)).contains("known of 0 of 5 runs of A, known of 0 of 5 runs of B");
    }

    @Test
    void markdownHasTheSameFigures() {
        b.driver("red|panda");

        assertThat(String.join("\n", ComparisonFormat.markdown(compare(SLOWER))))
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
        Comparison comparison = compare(SLOWER);

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
        Comparison comparison = compare(SLOWER);

        assertThat(judge("endToEndResponse.p99 worse > 5%", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.MISSED);
        assertThat(judge("endToEndResponse.p99 worse > 9%", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.KEPT);
        assertThat(judge("endToEndResponse.p99 better > 0%", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.KEPT);
        assertThat(judge("achievedRate worse > 0 %", comparison)).isEqualTo(ComparisonLimit.LimitOutcome.KEPT);
    }

    @Test
    void aLimitThatCannotBeJudgedIsNotKept() {
        double[][] three = {SLOWER[0], SLOWER[1], SLOWER[2]};

        assertThat(judge("endToEndResponse.p99 worse > 5%", compare(three)))
                .isEqualTo(ComparisonLimit.LimitOutcome.NOT_JUDGED);
    }

    private static ComparisonLimit.LimitOutcome judge(String limit, Comparison comparison) {
        return ComparisonLimit.read(limit, wrong -> {
                    throw new AssertionError(wrong);
                })
                .orElseThrow()
                .judge(comparison);
    }

    /** Runs of OMB with these p99s. */
    private List<MeasuredRun> omb(String side, int... millis) throws IOException {
        List<MeasuredRun> runs = new ArrayList<>();
        for (int p99 : millis) {
            Path file = folder.resolve(side + (runs.size() + 1) + ".json");
            runs.add(MeasuredRun.of(SampleFiles.read(Files.writeString(file, """
                    {"workload": "w", "driver": "Kafka", "producerRate": 1000, "topics": 1,
                     "publishRate": [999.8, 1000.2], "consumeRate": [1000.0, 1000.0],
                     "aggregatedEndToEndLatency50pct": 3.0, "aggregatedEndToEndLatency99pct": %d.0}
                    """.formatted(p99)))));
        }
        return runs;
    }

    private List<ComparisonRemark> remarks(List<Gate> gates, String... differs) {
        List<RunGroup> sides = StoredRuns.inTurn(a, b, SLOWER);
        var rules = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, false, Set.of(differs));
        return gates.stream()
                .flatMap(gate -> gate.remarks(sides.get(0), sides.get(1), rules).stream())
                .toList();
    }

    private Comparison compare(double[][] rows, MetricFigure... asked) {
        return compare(rows, ComparisonRules.DEFAULT, asked);
    }

    private Comparison compare(double[][] rows, ComparisonRules rules, MetricFigure... asked) {
        List<RunGroup> sides = StoredRuns.inTurn(a, b, rows);
        return Comparison.of(sides.get(0), sides.get(1), rules, List.of(asked), GATES);
    }

    private String text(Comparison comparison) {
        // Where the first lines break depends on how long the name of the temporary folder is.
        return String.join("\n", ComparisonFormat.text(comparison))
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
