package dev.weir.report.review;

import static dev.weir.report.html.SampleFiles.weir;
import static dev.weir.report.review.ResultDocuments.clientSetting;
import static dev.weir.report.review.ResultDocuments.durability;
import static dev.weir.report.review.ResultDocuments.place;
import static dev.weir.report.review.ResultDocuments.provenance;
import static dev.weir.report.review.ResultDocuments.reason;
import static dev.weir.report.review.ResultDocuments.removeEach;
import static dev.weir.report.review.ResultDocuments.scaleRate;
import static dev.weir.report.review.ResultDocuments.writeIndex;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonRemark;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGroup;
import dev.weir.report.compare.StoredRuns;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.SampleFiles;
import dev.weir.report.review.Review.RuleVerdict;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ReviewTest {
    @TempDir
    Path folder;

    /** An honest comparison with one change, and the rule that refuses it. */
    private record Seeded(String change, ReviewCode rule, Consumer<ResultDocuments> apply) {
        @Override
        public String toString() {
            return change;
        }
    }

    private static Seeded ofB(String change, ReviewCode rule, Consumer<ObjectNode> apply) {
        return new Seeded(change, rule, pair -> pair.b.forEach(apply));
    }

    private static Seeded some(String change, ReviewCode rule, Consumer<ObjectNode> apply) {
        return new Seeded(change, rule, pair -> apply.accept(pair.one(pair.b)));
    }

    static List<Seeded> bad() {
        return List.of(
                ofB(
                        "one cluster under two names",
                        ReviewCode.ONE_CLUSTER,
                        run -> provenance(run).withObject("/system").put("cluster.id", "cluster-a")),
                ofB("other acks", ReviewCode.SETTINGS_DIFFER, run -> durability(run, "acks", "0")),
                new Seeded("fewer copies", ReviewCode.SETTINGS_DIFFER, pair -> {
                    String copies = "" + pair.pick(1, 2);
                    pair.b.forEach(run -> durability(run, "replicationFactor", copies));
                }),
                new Seeded("one run", ReviewCode.TOO_FEW_RUNS, pair -> keep(pair.b, 1)),
                new Seeded("few runs", ReviewCode.TOO_FEW_RUNS, pair -> keep(pair.b, pair.pick(2, 4))),
                some("no warm-up phase", ReviewCode.RUN_TOO_SHORT, ReviewTest::withoutWarmUp),
                ofB("no warm-ups", ReviewCode.RUN_TOO_SHORT, ReviewTest::withoutWarmUp),
                new Seeded("full hosts", ReviewCode.CLIENT_SATURATED, pair -> {
                    String code = pair.pick("HOST_SATURATED", "MEMORY_NEAR_LIMIT");
                    reason(pair.one(pair.a), code, "DEGRADED");
                }),
                ofB("late senders", ReviewCode.CLIENT_SATURATED, run -> reason(run, "SENDS_LATE", "DEGRADED")),
                new Seeded("a p99 that was averaged", ReviewCode.PERCENTILES_AVERAGED, pair -> {
                    ObjectNode latencies = weir(pair.one(pair.b)).withObject("/latency");
                    String latency = pair.pick("publishResponse", "endToEndResponse");
                    ObjectNode quantiles = latencies.withObject("/" + latency + "/summary/quantilesNanos");
                    quantiles.put("p99", quantiles.path("p99").asLong() * pair.pick(60, 95) / 100);
                }),
                some(
                        "percentiles without samples",
                        ReviewCode.PERCENTILES_AVERAGED,
                        run -> weir(run).withObject("/latency/publishService").put("histogramNanos", "")),
                new Seeded("a run left out", ReviewCode.RUNS_LEFT_OUT, pair -> pair.b.remove(pair.pick(0, 3))),
                new Seeded("the runs of a system selected", ReviewCode.RUNS_LEFT_OUT, pair -> {
                    pair.a.remove(pair.pick(2, 3));
                    pair.a.remove(pair.pick(0, 1));
                }),
                new Seeded("another linger.ms", ReviewCode.SETTINGS_DIFFER, pair -> {
                    String millis = "" + pair.pick(50, 100);
                    pair.b.forEach(run -> clientSetting(run, "producerConfig.linger.ms", millis));
                }),
                ofB(
                        "another client",
                        ReviewCode.SETTINGS_DIFFER,
                        run -> provenance(run).put("client", "another library")),
                new Seeded("a lower rate", ReviewCode.RATES_DIFFER, pair -> {
                    double factor = pair.pick(80, 95) / 100.0;
                    pair.b.forEach(run -> scaleRate(run, factor));
                }),
                new Seeded("zeros, compressed", ReviewCode.PAYLOAD_TOO_COMPRESSIBLE, pair -> {
                    String codec = pair.pick("lz4", "gzip", "snappy");
                    pair.all().forEach(run -> {
                        clientSetting(run, "producerConfig.compression.type", codec);
                        weir(run).withObject("/payload").put("randomShare", 0).put("stampShare", 0.03);
                    });
                }),
                new Seeded(
                        "one payload, compressed by the topic",
                        ReviewCode.PAYLOAD_TOO_COMPRESSIBLE,
                        pair -> pair.all().forEach(run -> {
                            clientSetting(run, "topicConfig.compression.type", "zstd");
                            weir(run).withObject("/payload").put("distinct", 1);
                        })),
                new Seeded(
                        "no defaults",
                        ReviewCode.DEFAULTS_MISSING,
                        pair -> pair.all().forEach(run -> {
                            provenance(run).remove("clientSettings");
                            provenance(run).withObject("/driver").remove("topicConfig");
                        })),
                new Seeded("another load", ReviewCode.SETTINGS_DIFFER, pair -> {
                    int size = pair.pick(300, 400);
                    pair.b.forEach(
                            run -> provenance(run).withObject("/workload").put("messageSize", size));
                }),
                ofB(
                        "clocks that were never compared",
                        ReviewCode.CLOCKS_INEXACT,
                        run -> weir(run).withObject("/clock").putNull("endToEndBoundNanos")));
    }

    static Stream<Arguments> seeded() {
        return IntStream.range(0, bad().size()).mapToObj(i -> Arguments.of(bad().get(i), 1 + i % 2));
    }

    @ParameterizedTest
    @MethodSource("seeded")
    void eachBadComparisonIsRefusedByItsRuleAlone(Seeded seeded, int seed) throws IOException {
        var pair = new ResultDocuments(7, 100L * seed);
        seeded.apply().accept(pair);

        Review review = Review.of(pair.write(folder));

        assertThat(refusals(review)).containsExactly(seeded.rule());
        assertThat(review.answer()).startsWith("refused by 1 rule");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void anHonestComparisonPasses(int seed) throws IOException {
        Review review = Review.of(new ResultDocuments(5 + seed % 3, seed).write(folder));

        assertThat(review.verdicts()).allMatch(verdict -> verdict.effect() == Effect.UNKNOWN);
        assertThat(review.answer()).startsWith("no rule is violated");
    }

    @Test
    void aComparisonHasARemarkForEachRuleThatItsSidesBreak() throws IOException {
        var pair = new ResultDocuments(5, 1);
        pair.b.forEach(run -> durability(run, "acks", "0"));
        pair.b.forEach(ReviewTest::withoutWarmUp);
        keep(pair.b, 1);

        assertThat(remarks(pair.write(folder)))
                .anyMatch(text -> text.matches("durability.acks: .* \\(SETTINGS_DIFFER\\)"))
                .anyMatch(text -> text.matches("redpanda: 1 run \\(.*run-06.json\\) \\(TOO_FEW_RUNS\\)"))
                .anyMatch(text -> text.matches(".* has no warm-up, or one of 0 s .* \\(RUN_TOO_SHORT\\)"))
                .anyMatch(text ->
                        text.matches("not judged: .* are not in the folder of a campaign, .* \\(RUNS_LEFT_OUT\\)"));
    }

    @Test
    void eachCodeThatBreaksOneRuleHasARemarkOfItsOwn() {
        var runs = new StoredRuns(folder);
        var b = new RunGroup("B", List.of(runs.run(1000, 10)));
        runs.outcome("DEGRADED", "DEGRADED", "SENDS_LATE", "HOST_SATURATED");
        var a = new RunGroup("A", List.of(runs.run(1000, 10)));

        assertThat(Review.ruleRemarks(a, b, ComparisonRules.DEFAULT))
                .filteredOn(remark -> remark.effect() == Effect.REFUSES
                        && remark.rule().equals(Optional.of(ReviewCode.CLIENT_SATURATED)))
                .extracting(ComparisonRemark::text)
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("A: 1 of 1 run: SENDS_LATE: "),
                        text -> assertThat(text).startsWith("A: 1 of 1 run: HOST_SATURATED: "));
    }

    @Test
    void aRuleCanRefuseInOneCaseAndWarnInAnother() throws IOException {
        var pair = new ResultDocuments(5, 2);
        withoutWarmUp(pair.one(pair.b));
        reason(pair.one(pair.a), "NOT_STEADY", "DEGRADED");

        Review review = Review.of(pair.write(folder));

        assertThat(review.answer()).startsWith("refused by 1 rule; 1 warning");
        assertThat(review.of(Effect.REFUSES)).singleElement().satisfies(verdict -> {
            assertThat(verdict.rule()).isEqualTo(ReviewCode.RUN_TOO_SHORT);
            assertThat(verdict.evidence()).singleElement().asString().contains("no warm-up");
        });
        assertThat(review.of(Effect.WARNS)).singleElement().satisfies(verdict -> {
            assertThat(verdict.rule()).isEqualTo(ReviewCode.RUN_TOO_SHORT);
            assertThat(verdict.evidence()).singleElement().asString().contains("NOT_STEADY");
        });
    }

    @Test
    void aWarningDoesNotHideWhatCannotBeJudged() throws IOException {
        var pair = new ResultDocuments(5, 2);
        pair.b.forEach(run -> weir(run).remove("phases"));
        reason(pair.one(pair.a), "NOT_STEADY", "DEGRADED");

        Review review = Review.of(pair.write(folder));

        assertThat(review.of(Effect.WARNS)).extracting(RuleVerdict::rule).containsExactly(ReviewCode.RUN_TOO_SHORT);
        assertThat(review.of(Effect.UNKNOWN)).extracting(RuleVerdict::rule).contains(ReviewCode.RUN_TOO_SHORT);
    }

    @Test
    void ofThreeSystemsThoseThatDifferAreNamed() throws IOException {
        var pair = new ResultDocuments(5, 2);
        var third = new ResultDocuments(5, 2);
        third.b.forEach(run -> durability(run.put("driver", "other"), "acks", "0"));
        pair.a.addAll(third.b);

        assertThat(Review.of(pair.write(folder)).of(Effect.REFUSES))
                .filteredOn(verdict -> verdict.rule() == ReviewCode.SETTINGS_DIFFER)
                .flatExtracting(RuleVerdict::evidence)
                .hasSize(2)
                .allMatch(text -> text.matches("durability.acks: .* \\((kafka|other) \\| (other|redpanda)\\)"));
    }

    @Test
    void pagesOfSeveralResultsShowTheReviewAndThoseOfOneALine() throws IOException {
        var pair = new ResultDocuments(5, 6);
        pair.b.forEach(ReviewTest::withoutWarmUp);
        List<StoredResult> results = pair.write(folder);

        assertThat(page(results))
                .containsSubsequence(
                        "<section id=\"review\"><h2>Review: refused by 1 rule",
                        "RUN_TOO_SHORT",
                        "redpanda: 5 of 5 runs: weir.phases has no warm-up",
                        "Use a warmupDuration of at least a minute",
                        "sources: docs/codes.md",
                        "<section id=\"reasons\"");
        assertThat(page(results.subList(9, 10)))
                .contains("Comparisons with this run break these rules: RUN_TOO_SHORT.")
                .doesNotContain("id=\"review\"");
        assertThat(page(results.subList(0, 1))).doesNotContain("Comparisons with this run");
    }

    private String page(List<StoredResult> results) {
        return HtmlReport.of(results).html(Optional.empty(), folder.resolve("page.html"));
    }

    @Test
    void runsOfOneDriverWithOtherSettingsAreAnotherSystem() throws IOException {
        var pair = new ResultDocuments(5, 3);
        pair.b.forEach(run -> run.put("driver", "kafka"));
        pair.b.forEach(run -> place(run, "another", 1));
        pair.b.forEach(run -> clientSetting(run, "producerConfig.linger.ms", "77"));

        List<StoredResult> results = pair.write(folder);

        assertThat(Review.ComparedPoint.of(results))
                .flatExtracting(Review.ComparedPoint::systems)
                .extracting(RunGroup::name)
                .containsExactly("kafka", "kafka 2");
        assertThat(refusals(Review.of(results))).containsExactly(ReviewCode.SETTINGS_DIFFER);
    }

    @Test
    void anIndexRevealsRunsThatWereLeftOutButNotDiscardedOnes() throws IOException {
        var pair = new ResultDocuments(5, 4);
        List<StoredResult> results = pair.write(folder);
        List<String> files = new ArrayList<>(
                IntStream.range(1, 6).mapToObj("run-%02d.json"::formatted).toList());
        files.add("first-discarded.json");
        writeIndex(folder, files);
        assertThat(Review.of(results).verdicts()).allMatch(verdict -> verdict.effect() == Effect.UNKNOWN);

        files.set(5, "slow.json");
        writeIndex(folder, files);

        RuleVerdict left = Review.of(results).of(Effect.REFUSES).get(0);
        assertThat(left.rule()).isEqualTo(ReviewCode.RUNS_LEFT_OUT);
        assertThat(left.evidence())
                .containsExactly(
                        folder.resolve("index.json") + " lists slow.json (VALID), which is not among the results");
    }

    @Test
    void whatAFileCannotShowIsUnknownAndNoViolation() throws IOException {
        var pair = new ResultDocuments(5, 5);
        pair.all().forEach(run -> clientSetting(run, "producerConfig.compression.type", "lz4"));
        pair.b.forEach(run -> weir(run).remove(List.of("payload", "durability", "harness", "phases")));

        Review review = Review.of(pair.write(folder));

        assertThat(review.verdicts()).allMatch(verdict -> verdict.effect() == Effect.UNKNOWN);
        assertThat(review.of(Effect.UNKNOWN))
                .extracting(RuleVerdict::rule)
                .contains(
                        ReviewCode.PAYLOAD_TOO_COMPRESSIBLE,
                        ReviewCode.SETTINGS_DIFFER,
                        ReviewCode.CLIENT_SATURATED,
                        ReviewCode.RUN_TOO_SHORT);
    }

    @Test
    void percentilesOfOmbThatAreMeansOfIntervalsAreFound() throws IOException {
        String totals = """
            "publishLatency50pct": [1.0, 2.0, 3.0], "publishLatency95pct": [1.5, 2.5, 3.5],
             "aggregatedPublishLatency50pct": 2.0, "aggregatedPublishLatency95pct": 2.5, "aggregatedPublishLatency99pct":
            """;
        MeasuredRun merged = omb("[2.0, 9.0, 2.0], " + totals + "8.9");
        assertThat(RunRules.percentiles(merged)).isEmpty();
        assertThat(refusals(Review.of(List.of(merged.result()))))
                .contains(ReviewCode.DEFAULTS_MISSING)
                .doesNotContain(ReviewCode.PERCENTILES_AVERAGED);
        assertThat(RunRules.percentiles(omb("[2.0, 9.0, 1.0], " + totals + "4.0")))
                .hasValueSatisfying(found -> assertThat(found.text()).contains("publishService are the means"));
        assertThat(RunRules.percentiles(omb("[3.0, 4.0, 2.0]")))
                .hasValueSatisfying(found -> assertThat(found.text()).contains("intervals only"));
    }

    private MeasuredRun omb(String p99s) throws IOException {
        return MeasuredRun.of(SampleFiles.read(Files.writeString(folder.resolve("omb.json"), """
            {"workload": "w", "driver": "Kafka", "publishRate": [1.0, 1.0, 1.0], "publishLatency99pct": %s}
            """.formatted(p99s))));
    }

    /** Returns the remarks of a comparison of two systems. */
    private static List<String> remarks(List<StoredResult> results) {
        List<RunGroup> systems = Review.ComparedPoint.of(results).get(0).systems();
        return Comparison.of(systems.get(0), systems.get(1), ComparisonRules.DEFAULT, List.of(), Review.ALL_GATES)
                .remarks()
                .stream()
                .map(ComparisonRemark::textWithRule)
                .toList();
    }

    private static List<ReviewCode> refusals(Review review) {
        return review.verdicts().stream()
                .filter(verdict -> verdict.effect() == Effect.REFUSES)
                .map(RuleVerdict::rule)
                .toList();
    }

    private static void keep(List<ObjectNode> side, int runs) {
        side.subList(runs, side.size()).clear();
    }

    private static void withoutWarmUp(ObjectNode run) {
        removeEach(weir(run).withArray("phases"), "phase", "warm-up");
    }
}
