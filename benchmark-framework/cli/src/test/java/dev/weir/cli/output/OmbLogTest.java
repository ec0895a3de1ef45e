package dev.weir.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.campaign.request.CampaignRun;
import dev.weir.clock.ManualClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.search.ProbeKind;
import dev.weir.result.search.SearchResult;
import dev.weir.workload.Hooks;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judged also by the expressions with which public scripts read OMB's log. Each stands here as its repository has it. */
class OmbLogTest {
    private static final Workload WORKLOAD = Workloads.small()
            .durations(Duration.ofMinutes(2), Duration.ofMinutes(1))
            .build();

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final ManualClock clock = new ManualClock(Duration.ofMillis(1_234).toNanos());
    private final OmbLog log = new OmbLog(new PrintWriter(out), clock);

    @Test
    void hasTheLinesOfOmb() {
        String endToEnd = "[main] INFO WorkloadGenerator - E2E Latency (ms) avg: 4.193 - 50%: 4.194 - 99%: 4.194 -"
                + " 99.9%: 4.194 - Max: 4.194";

        run();

        assertThat(out.toString().lines().map(line -> line.replaceFirst("^\\d\\d:\\d\\d:01\\.234 ", "")))
                .containsExactly(
                        "[main] INFO Benchmark - --------------- WORKLOAD : small --- DRIVER : none---------------",
                        "[main] INFO WorkloadGenerator - ----- Starting warm-up traffic (2m) ------",
                        interval(10_000, 9.766),
                        endToEnd,
                        "[main] INFO WorkloadGenerator - ----- Starting benchmark traffic (1m)------",
                        interval(20_000, 19.531),
                        endToEnd,
                        interval(30_000, 29.297),
                        endToEnd,
                        "[main] INFO WorkloadGenerator - ----- Aggregated Pub Latency (ms) avg: 0.002 - 50%: 0.001 -"
                                + " 95%: 0.002 - 99%: 0.002 - 99.9%: 0.002 - 99.99%: 0.002 - Max: 0.002 | Pub Delay (us) "
                                + " avg: 0.750 - 50%: 0.500 - 95%: 1.000 - 99%: 1.000 - 99.9%: 1.000 - 99.99%: 1.000 -"
                                + " Max: 1.000",
                        "[main] INFO Benchmark - Writing test result into " + folder.resolve("out.json"));
    }

    private static String interval(int rate, double mebibytes) {
        return "[main] INFO WorkloadGenerator - Pub rate " + rate + ".000 msg/s / " + mebibytes
                + " MB/s | Pub err   0.500 err/s | Cons rate " + (rate - 100) + ".000 msg/s / " + mebibytes
                + " MB/s | Backlog: 1.234 K | Pub Latency (ms) avg: 2.097 - 50%: 2.097 - 99%: 2.097 - 99.9%: 2.097 -"
                + " Max: 2.097 | Pub Delay Latency (us) avg: 8.190 - 50%: 8.191 - 99%: 8.191 - 99.9%: 8.191 - Max:"
                + " 8.191";
    }

    @Test
    void isReadByPublicScripts() {
        run();
        log.workerIsReady("127.0.0.1", 9090);
        String all = out.toString();
        String measured = all.substring(all.indexOf('\n', all.indexOf("Starting benchmark traffic")) + 1);

        // canonical/kafka-benchmark-operator, src/benchmark/wrapper/core.py, which looks at lines with a rate
        String rates = all.lines().filter(line -> line.contains("Pub rate")).collect(Collectors.joining("\n"));
        findsIn(rates, "Pub rate\\s+(.*?)\\s+msg/s", "10000.000 | 20000.000 | 30000.000");
        findsIn(rates, "Pub rate\\s+\\d+.\\d+\\s+msg/s\\s+/\\s+(.*?)\\s+MB/s", "9.766 | 19.531 | 29.297");
        findsIn(rates, "Pub err\\s+(.*?)\\s+err/s", "0.500 | 0.500 | 0.500");
        findsIn(
                rates,
                "Pub Latency \\(ms\\) avg:\\s+(.*?)\\s+- 50%:\\s+(.*?)\\s+- 99%:\\s+(.*?)\\s+-"
                        + " 99.9%:\\s+(.*?)\\s+- Max:\\s+(.*?)\\s+",
                "2.097 2.097 2.097 2.097 2.097 | 2.097 2.097 2.097 2.097 2.097 | 2.097 2.097 2.097 2.097 2.097");
        findsIn(
                rates,
                "Pub Delay Latency \\(us\\) avg:\\s+(.*?)\\s+- 50%:\\s+(.*?)\\s+- 99%:\\s+(.*?)\\s+- 99.9%:\\s+"
                        + "(.*?)\\s+- Max:\\s+(\\d+\\.\\d+)",
                "8.190 8.191 8.191 8.191 8.191 | 8.190 8.191 8.191 8.191 8.191 | 8.190 8.191 8.191 8.191 8.191");
        findsIn(rates, "Cons rate\\s+(.*?)\\s+msg/s", "9900.000 | 19900.000 | 29900.000");
        findsIn(rates, "Cons rate\\s+\\d+.\\d+\\s+msg/s\\s+/\\s+(.*?)\\s+MB/s", "9.766 | 19.531 | 29.297");
        findsIn(rates, "Backlog:\\s+(.*?)\\s+K", "1.234 | 1.234 | 1.234");

        // supahcraig/omb-k8s, control-plane/frontend/src/lib/ombLogParser.js: it draws a run while it goes on
        finds(
                "Pub rate\\s+([\\d,.]+)\\s*msg\\/s\\s*\\/\\s*([\\d,.]+)\\s*MB\\/s",
                "10000.000 9.766 | 20000.000 19.531 | 30000.000 29.297");
        finds(
                "Cons rate\\s+([\\d,.]+)\\s*msg\\/s\\s*\\/\\s*([\\d,.]+)\\s*MB\\/s",
                "9900.000 9.766 | 19900.000 19.531 | 29900.000 29.297");
        finds("Backlog:\\s*(-?[\\d,.]+)", "1.234 | 1.234 | 1.234");
        finds("Pub rate.*Pub Latency[^|]*?99\\.9%:\\s*([\\d,.]+)", "2.097 | 2.097 | 2.097");
        finds("Pub Delay Latency[^|]*?99\\.9%:\\s*([\\d,.]+)", "8.191 | 8.191 | 8.191");
        finds("E2E Latency[^|]*?99%:\\s*([\\d,.]+)", "4.194 | 4.194 | 4.194");

        // supahcraig/omb-k8s, control-plane/services/result_parser.py: without the last line it takes a run for failed
        finds(
                "Pub rate\\s+([\\d,.]+)\\s*msg/s.*?Cons rate\\s+([\\d,.]+)\\s*msg/s.*?Backlog:\\s*(-?[\\d,.]+)",
                "10000.000 9900.000 1.234 | 20000.000 19900.000 1.234 | 30000.000 29900.000 1.234");
        finds(
                "Aggregated Pub Latency \\(ms\\).*?avg:\\s*([\\d,.]+).*?50%:\\s*([\\d,.]+).*?95%:\\s*([\\d,.]+)"
                        + ".*?99%:\\s*([\\d,.]+).*?99\\.9%:\\s*([\\d,.]+).*?99\\.99%:\\s*([\\d,.]+).*?Max:\\s*([\\d,.]+)",
                "0.002 0.001 0.002 0.002 0.002 0.002 0.002");

        // AutoMQ/kafka-provider-comparison, workflow_scripts/python/test/extract_info_from_benchmark_test.py
        findsIn(measured, "WorkloadGenerator - Pub rate \\d+\\.\\d+ msg/s \\/ (\\d+\\.\\d+) MB/s", "19.531 | 29.297");
        findsIn(measured, "(?s)WorkloadGenerator.*?Pub Latency \\(ms\\) avg:\\s*([\\d.]+)", "2.097 | 2.097 | 0.002");
        findsIn(
                measured,
                "(?s)WorkloadGenerator.*?Pub Latency \\(ms\\) avg:.*?99%: ([\\d.]+)",
                "2.097 | 2.097 | 0.002");

        // OrderLab/xinda, analyze/parse/kafka_parser.py
        String part = found("----- Starting benchmark traffic \\(1m\\)------([\\s\\S]*)")
                .get(0);
        assertThat(found(
                        "(\\S*)\\..* Pub rate\\s*(\\S*) msg\\/s \\/\\s*(\\S*) MB\\/s .* (\\S*) err\\/s \\| Cons"
                                + " rate\\s*(\\S*) msg\\/s \\/\\s*(\\S*) MB\\/s",
                        part))
                .hasSize(2)
                .first()
                .asString()
                .matches("\\d\\d:\\d\\d:01 20000\\.000 19\\.531 0\\.500 19900\\.000 19\\.531");
        findsIn(
                part,
                "Aggregated Pub Latency \\(ms\\) avg: (\\S*) .* 95%: (\\S*) .* 99%: (\\S*) .* 99.9%: (\\S*) .*"
                        + " 99.99%: (\\S*) .* Pub Delay",
                "0.002 0.002 0.002 0.002 0.002");

        // Gustolandia/streaming-latency-sports, scripts/omb_retention_table.py
        finds(
                "Pub Latency \\(ms\\) avg:\\s*([\\d.]+)\\s*-\\s*50%:\\s*([\\d.]+)",
                "2.097 2.097 | 2.097 2.097 | 2.097 2.097 | 0.002 0.001");

        // redpanda-data/redpanda, tests/rptest/services/openmessaging_benchmark.py and tools/pgo_bolt/train_pgo.py, and
        // redpanda-data/openmessaging-benchmark, driver-redpanda/deploy/certification/data_balancing/kill.py
        assertThat(all)
                .contains("Starting warm-up traffic", "Starting benchmark traffic", "Javalin has started")
                .contains("Listening on http://127.0.0.1:9090/")
                .doesNotContain("Exception");
        finds("(?m).+Writing test result into (.+)$", folder.resolve("out.json").toString());
    }

    /** A 0 would be the best latency of all, and a number of another latency no better. */
    @Test
    void hasNoNumberForALatencyThatWasNotMeasured() {
        ProgressListener lines = log.runBegins(made("out.json"), 1, 1);
        var delays = new LatencySet();
        delays.of(Latency.SEND_DELAY).values().record(7_000, 10);

        lines.interval(
                new Interval(Phase.MEASUREMENT, 0, 0, 10, new Counts(10, 0, 10, 0, 0, 0), 0, new LatencySet(), delays),
                1);

        assertThat(out.toString())
                .contains("Pub rate   0.000 msg/s / 0.000 MB/s | Pub err   1.000 err/s | Cons rate   0.000 msg/s")
                .doesNotContain("E2E");
        finds(
                "Pub Latency \\(ms\\) avg:\\s+(.*?)\\s+- 50%:\\s+(.*?)\\s+- 99%:\\s+(.*?)\\s+-"
                        + " 99.9%:\\s+(.*?)\\s+- Max:\\s+(.*?)\\s+",
                "NaN NaN NaN NaN NaN");
        assertThat(found("(?s)WorkloadGenerator.*?Pub Latency \\(ms\\) avg:.*?99%: ([\\d.]+)"))
                .isEmpty();
    }

    /** OMB adjusts the rate in one run: the last lines that are of the measurement are those of the rate that was found. */
    @Test
    void showsASearchAsOneRunWhoseProbesWarmUp() {
        probe(1, ProbeKind.PROBE, 10_000);
        probe(2, ProbeKind.CONFIRMATION, 25_000);
        probe(3, ProbeKind.CONFIRMATION, 20_000);
        probe(4, ProbeKind.PROBE, 30_000);
        log.searchEnds(found(OptionalDouble.of(20_000)));

        String text = out.toString();
        finds("WORKLOAD : (\\S+) --- DRIVER : (.*)---------------", "small none");
        assertThat(text.indexOf("Starting warm-up traffic")).isLessThan(text.indexOf("Pub rate 10000"));
        String measured = text.substring(text.lastIndexOf("Starting benchmark traffic (1m)"));
        findsIn(measured, "Pub rate (\\S+)", "20000.000");
        assertThat(measured)
                .contains(
                        "Aggregated Pub Latency (ms) avg: 0.002",
                        "Writing test result into " + folder.resolve("out.json"));
        assertThat(found("Writing test result into (.+)")).hasSize(1);
    }

    @Test
    void reportsAsOmbDoesThatARunFailed() {
        CampaignRun run = made("out.json");
        log.runBegins(run, 1, 1);
        log.runEnds(run, result("no broker answers"));
        log.searchEnds(found(OptionalDouble.empty()));

        finds(
                "ERROR Benchmark - (Failed to run the workload '.*' for driver '.*')",
                "Failed to run the workload 'small' for driver 'none' | Failed to run the workload 'small' for driver 'none'");
        assertThat(out.toString()).doesNotContain("Writing test result", "Aggregated");
    }

    private void run() {
        CampaignRun run = made("out.json");
        ProgressListener lines = log.runBegins(run, 1, 1);
        lines.phaseBegins(Phase.PREPARE, Optional.empty());
        lines.phaseBegins(Phase.WARM_UP, Optional.of(Duration.ofMinutes(2)));
        lines.interval(interval(Phase.WARM_UP, 10_000), 1);
        lines.phaseBegins(Phase.MEASUREMENT, Optional.of(Duration.ofMinutes(1)));
        lines.interval(interval(Phase.MEASUREMENT, 20_000), 1);
        lines.interval(interval(Phase.MEASUREMENT, 30_000), 1);
        lines.phaseBegins(Phase.SETTLE, Optional.empty());
        lines.interval(interval(Phase.SETTLE, 40_000), 1);
        log.runEnds(run, result(""));
    }

    private void probe(int number, ProbeKind kind, int rate) {
        ProgressListener lines = log.probeBegins(made("probe.json"), number, kind);
        lines.phaseBegins(Phase.WARM_UP, Optional.of(Duration.ofSeconds(10)));
        lines.phaseBegins(Phase.MEASUREMENT, Optional.of(Duration.ofSeconds(30)));
        lines.interval(interval(Phase.MEASUREMENT, rate), 1);
    }

    /** Of 10 s. */
    private static Interval interval(Phase phase, int rate) {
        long messages = 10L * rate;
        var latencies = new LatencySet();
        latencies.of(Latency.PUBLISH_SERVICE).values().record((1 << 21) - 1, messages);
        latencies.of(Latency.SEND_DELAY).values().record((1 << 13) - 1, messages);
        latencies.of(Latency.END_TO_END_SERVICE).values().record((1 << 22) - 1, messages);
        var counts = new Counts(messages, messages * 1024, messages, 5, messages - 1_000, messages * 1024, 0, 0);
        return phase == Phase.WARM_UP
                ? new Interval(phase, 0, 0, 10, counts, 1_234, latencies, new LatencySet())
                : new Interval(phase, 0, 0, 10, counts, 1_234, new LatencySet(), latencies);
    }

    private RunResult result(String failure) {
        try {
            Path own = Files.createTempDirectory(folder, "run");
            return SampleResults.of(own, WORKLOAD, failure, false, List.of(), List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SearchResult found(OptionalDouble rate) {
        return new SearchResult(
                WORKLOAD,
                result(""),
                new SearchResult.Rates(rate, true, OptionalDouble.empty(), ""),
                false,
                "",
                List.of(),
                folder.resolve("out.search.json"));
    }

    private CampaignRun made(String file) {
        return run(1, WORKLOAD, folder.resolve(file));
    }

    static CampaignRun run(int number, Workload workload, Path file) {
        return new CampaignRun(
                number,
                new CampaignPlace("made-up", Map.of(), 1, GivenFields.NONE),
                workload,
                Hooks.NONE,
                MeasuredSystem.of(DriverConfig.of("none"), new NoneDriverFactory()),
                file);
    }

    private void finds(String expression, String matches) {
        findsIn(out.toString(), expression, matches);
    }

    /** Holds if the expression matches as often as there are texts between the bars, each with these groups. */
    private static void findsIn(String log, String expression, String matches) {
        assertThat(String.join(" | ", found(expression, log))).as(expression).isEqualTo(matches);
    }

    private List<String> found(String expression) {
        return found(expression, out.toString());
    }

    /** The groups of each place that an expression finds, as Python's {@code findall}. */
    private static List<String> found(String expression, String text) {
        return Pattern.compile(expression)
                .matcher(text)
                .results()
                .map(match -> IntStream.rangeClosed(1, match.groupCount())
                        .mapToObj(match::group)
                        .reduce((one, next) -> one + " " + next)
                        .orElseThrow())
                .toList();
    }
}
