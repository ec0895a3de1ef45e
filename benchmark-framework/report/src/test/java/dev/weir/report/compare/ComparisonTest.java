package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.Comparison.Gate;
import dev.weir.report.compare.ComparisonLimit.LimitOutcome;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static final List<Gate> GATES = List.of(RunGate::remarks, FileGate::remarks);
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
        assertThat(page(ofOmb)).contains("<b>B</b> w on Kafka, 1 run: " + folder.resolve("after1.json"));
    }

    @Test
    void thePageBeginsWithTheVerdictAndShowsEachRunOnceIfASideIsComparedTwice() {
        List<MeasuredRun> side = List.of(a.run(1000, 10), a.run(1000, 10));

        assertThat(page(ofSides(side, List.of(b.run(1000, 10))), ofSides(side, List.of(b.run(1000, 10)))))
                .contains("<h1>b vs a: undecided in 4 figures<", "<a href=\"#verdict-1\">", "<section id=\"verdict-1\"")
                .contains("4 results side by side");
    }

    @Test
    void reportsInWhatElseTheSidesDifferBeforeTheVerdicts() {
        b.driver("redpanda")
                .client("linger.ms", "10")
                .load("producerRate", 900)
                .host("h2")
                .with("/weir/provenance/setup/embeddedBrokers", 1);
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

        String said = "the medians of the sides differ in the other direction";
        assertThat(flat(rising)).contains(said + ", because the runs vary");
        assertThat(String.join("\n", ComparisonFormat.markdown(rising))).contains(said);
        assertThat(String.join("\n", ComparisonFormat.markdown(compare(SLOWER))))
                .doesNotContain("other direction");
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
        b.samples(100).with("/weir/clock/mode", "system");

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

    @ParameterizedTest
    @CsvSource({
        "readsPerSecond, readResponse, readResponse.p99 WORSE",
        "deliveredMessagesPerSecond, endToEndResponse, deliveredRate EQUIVALENT & endToEndResponse.p99 WORSE"
    })
    void readsAndDeliveriesAreComparedByTheirOwnTimesAndRates(String rate, String latency, String verdicts) {
        a.rate(rate).latency(latency, 0);
        b.rate(rate).latency(latency, 0);

        assertThat(named(compare(SLOWER))).containsExactly(verdicts.split(" & "));
        assertThat(verdicts(compare(new double[][] {{1000, 10, 700, 10}})))
                .last()
                .isEqualTo(Verdict.NOT_COMPARABLE);
    }

    @Test
    void ratesBelowOneMessagePerSecondVaryToo() {
        List<Double> times = List.of(10.0, 11.0, 10.0, 11.0, 10.0, 11.0, 10.0, 11.0, 10.0, 11.0);

        Comparison comparison = ofSides(
                List.of(a.intervalSeconds(10).run(4, times)),
                List.of(b.intervalSeconds(10).run(2, times)));

        assertThat(comparison.primary().get(0).estimate().interval().orElseThrow())
                .extracting(RatioInterval::low, RatioInterval::high)
                .containsExactly(0.5, 0.5);
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
        assertThat(flat(two)).contains("4 and 4 runs are too few: at least ");
        assertThat(one.errorRate()).isEqualTo(0.05);
        assertThat(verdicts(one)).containsExactly(Verdict.WORSE);
        assertThat(flat(one)).contains("of 4 planned runs on each side");
        assertThat(verdicts(growing)).containsExactly(Verdict.INCONCLUSIVE);
        assertThat(flat(growing)).contains("too few: at least 5 on each side");
    }

    @Test
    void doesNotCompareLatenciesAtAnotherRate() {
        b.finding("LOAD_NOT_MET");

        Comparison comparison = compare(new double[][] {
            {1000, 10, 800, 10.8},
            {1000, 10, 790, 10.8},
            {1000, 10, 801, 10.8},
            {1000, 10, 805, 10.8},
            {1000, 10, 800, 10}
        });

        assertThat(verdicts(comparison)).containsExactly(Verdict.WORSE, Verdict.NOT_COMPARABLE);
        assertThat(text(comparison))
                .contains("measured at another rate: B's was 80.0 %")
                .contains("doubtful: B: 5 of 5 runs below 99 % of the target rate");
    }

    /** OMB writes the begin of a run in another form, and in the time zone of its host. */
    @Test
    void runsOfOneSideAfterTheOthersMayHaveDriftedAndThoseOfOmbCanAlternateWithThoseOfWeir() throws IOException {
        List<MeasuredRun> first = List.of(a.run(1000, 10), a.run(1000, 10));
        assertThat(remarks(first, List.of(a.run(1000, 10), a.run(1000, 10))))
                .anyMatch(text -> text.contains("before the other's"));

        List<MeasuredRun> ofOmb = new ArrayList<>();
        List<MeasuredRun> ofWeir = new ArrayList<>();
        for (int seconds = 0; seconds < 240; seconds += 120) {
            Instant begin = Instant.parse("2026-11-21T10:00:00Z").plusSeconds(seconds);
            ofWeir.add(a.begin(begin.toString()).run(1000, 10));
            ofOmb.add(omb(seconds + ".json", """
                    {"workload": "w", "driver": "Kafka", "beginTime": "%s", "publishRate": [1000.0]}
                    """.formatted(
                            IsoTime.asOmb(1_000_000_000 * begin.plusSeconds(60).getEpochSecond()))));
        }
        assertThat(remarks(ofWeir, ofOmb)).noneMatch(text -> text.contains("before the other's"));
    }

    @Test
    void judgesOneRunASideOnlyByVariationWithinIt() {
        List<Double> times = List.of(10.0, 11.5, 10.2, 10.7, 10.1, 10.9, 11.1, 10.3, 10.6, 10.4, 11.0, 10.5);
        List<MeasuredRun> one = List.of(a.run(1000, times));
        List<MeasuredRun> other =
                List.of(b.run(1000, times.stream().map(millis -> 2 * millis).toList()));

        Comparison comparison = ofSides(one, other);

        FigureComparison latency = comparison.primary().get(1);
        RatioInterval interval = latency.estimate().interval().orElseThrow();
        assertThat(latency.estimate().source()).isEqualTo(FigureComparison.Source.WITHIN_RUN);
        assertThat(interval.low()).isBetween(1.7, 1.99);
        assertThat(interval.high()).isBetween(2.01, 2.3);
        assertThat(verdicts(comparison)).containsOnly(Verdict.INCONCLUSIVE);
        assertThat(flat(comparison))
                .contains("The interval has within-run ", "at least 5 runs on each side are needed");
        assertThat(ofSides(one, other).figures()).isEqualTo(comparison.figures());
    }

    @Test
    void ombsFilesAreReadWithTheirLimits() throws IOException {
        List<MeasuredRun> one = omb("a", 7, 7, 7, 7, 7);

        Comparison alike = ofSides(one, omb("b", 7, 7, 7, 7, 7));

        assertThat(named(alike)).containsExactly("achievedRate EQUIVALENT", "endToEndService.p99 INCONCLUSIVE");
        assertThat(text(alike)).contains("the figures are whole milliseconds, which is\n", "hide what stalls cost");
        assertThat(verdicts(ofSides(one, omb("c", 9, 9, 8, 9, 9)))).containsExactly(Verdict.EQUIVALENT, Verdict.WORSE);
    }

    /**
     * As the oldest files of OMB are: without a target, and with zeros from where the system was gone. A run of Weir has a
     * finding if messages waited; otherwise its workload asked for nothing then.
     */
    @Test
    void onlyInFilesOfOmbIsAnIntervalWithoutAcknowledgementsAFaultOfTheSystem() throws IOException {
        List<MeasuredRun> ofOmb = List.of(omb("broken.json", """
            {"workload": "1 topic", "driver": "Kafka", "publishRate": [50000.5, 5764.0, 0.0, 0.0],
             "backlog": [0, 329, 0, 0], "publishLatencyAvg": [17.3, 50.6, 0.0, 0.0],
             "aggregatedPublishLatency99pct": 106.6}
            """));
        List<MeasuredRun> ofWeir = List.of(a.run(0.9, 10));

        assertThat(ofSides(ofOmb, ofOmb).remarks())
                .contains(new ComparisonRemark(
                                Weight.DOUBTFUL, "A: 1 of 1 run with intervals in which nothing was acknowledged")
                        .warnedBy(ReviewCode.SYSTEM_ERRORS));
        assertThat(remarks(ofWeir, ofWeir)).noneMatch(text -> text.contains("nothing was acknowledged"));
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

    @ParameterizedTest
    @CsvSource({
        "5, endToEndResponse.p99 worse > 5%, MISSED",
        "5, endToEndResponse.p99 worse > 9%, KEPT",
        "5, endToEndResponse.p99 better > 0%, KEPT",
        "5, achievedRate worse > 0 %, KEPT",
        "3, endToEndResponse.p99 worse > 5%, NOT_JUDGED"
    })
    void aLimitIsMissedOnlyByAProvenDifference(int runs, String limit, LimitOutcome outcome) {
        assertThat(ComparisonLimit.read(limit, Assertions::fail)
                        .orElseThrow()
                        .judge(compare(Arrays.copyOf(SLOWER, runs))))
                .isEqualTo(outcome);
    }

    /** Runs of OMB with these p99s. */
    private List<MeasuredRun> omb(String side, int... millis) throws IOException {
        List<MeasuredRun> runs = new ArrayList<>();
        for (int p99 : millis) {
            runs.add(omb(side + (runs.size() + 1) + ".json", """
                    {"workload": "w", "driver": "Kafka", "producerRate": 1000, "topics": 1,
                     "publishRate": [999.8, 1000.2], "consumeRate": [1000.0, 1000.0],
                     "aggregatedEndToEndLatency50pct": 3.0, "aggregatedEndToEndLatency99pct": %d.0}
                    """.formatted(p99)));
        }
        return runs;
    }

    private MeasuredRun omb(String file, String content) throws IOException {
        return MeasuredRun.of(SampleFiles.read(Files.writeString(folder.resolve(file), content)));
    }

    private String page(Comparison... comparisons) {
        return HtmlReport.ofComparisons(List.of(comparisons)).html(Optional.empty(), folder.resolve("page.html"));
    }

    private static List<String> remarks(List<MeasuredRun> a, List<MeasuredRun> b) {
        return ofSides(a, b).remarks().stream().map(ComparisonRemark::text).toList();
    }

    private static Comparison ofSides(List<MeasuredRun> a, List<MeasuredRun> b) {
        return Comparison.of(new RunGroup("A", a), new RunGroup("B", b), ComparisonRules.DEFAULT, List.of(), GATES);
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

    private String flat(Comparison comparison) {
        return text(comparison).replaceAll("\\s+", " ");
    }

    private static List<Verdict> verdicts(Comparison comparison) {
        return comparison.primary().stream()
                .map(each -> each.judgement().orElseThrow().verdict())
                .toList();
    }

    private static List<String> named(Comparison comparison) {
        return comparison.primary().stream()
                .map(each -> each.figure().text() + " "
                        + each.judgement().orElseThrow().verdict())
                .toList();
    }

    private static MetricFigure figure(String text) {
        return MetricFigure.read(text, Assertions::fail).orElseThrow();
    }

    @Test
    void theRatioOfMediansIsInItsIntervalAboutAsOftenAsStated() {
        var random = new Random(5);
        long held = IntStream.range(0, 300)
                .filter(trial -> {
                    double[] a = randomFigures(random, 1);
                    RatioInterval interval = FigureComparison.ratioOfMedians(a, randomFigures(random, 1.2));
                    return interval.low() <= 1.2 && 1.2 <= interval.high();
                })
                .count();

        assertThat(held / 300.0).isBetween(0.90, 0.995);
    }

    private static double[] randomFigures(Random random, double ratio) {
        return random.doubles(12).map(x -> ratio * Math.exp(0.1 * (x - 0.5))).toArray();
    }
}
