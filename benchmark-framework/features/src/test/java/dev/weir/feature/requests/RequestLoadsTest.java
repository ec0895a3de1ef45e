package dev.weir.feature.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.WholeRuns;
import dev.weir.feature.requests.RequestFeature.RequestSpec;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.RequestCounts;
import dev.weir.report.RunSummary;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whole runs of loads in requests, on the driver none: counts are exact whatever the machine does. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class RequestLoadsTest extends WholeRuns {
    @Test
    void everyRequestIsAnsweredOnceWhateverTheArrival() {
        for (Arrival arrival : List.of(Arrival.UNIFORM, Arrival.BURST)) {
            RunResult result = run(2, load(arrival, 0), Map.of());

            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().counts().acknowledged()).isEqualTo(1600);
            assertThat(result.weir().clients().requests()).isEqualTo(new RequestCounts(160, 0, 0, 0, 0, 0));
            assertThat(samples(result, Latency.REQUEST_RESPONSE).count()).isEqualTo(100);
            assertThat(samples(result, Latency.REQUEST_SERVICE).count()).isEqualTo(100);
            assertThat(samples(result, Latency.PUBLISH_RESPONSE).count()).isEqualTo(1000);
            // No message is answered later than its request.
            assertThat(samples(result, Latency.REQUEST_RESPONSE).maxNanos())
                    .isEqualTo(samples(result, Latency.PUBLISH_RESPONSE).maxNanos());
            assertThat(result.reasons())
                    .filteredOn(reason -> reason.code() == ReasonCode.LOAD_APPROXIMATED)
                    .singleElement()
                    .satisfies(reason -> assertThat(reason.text()).startsWith("a request of 10 message(s) "));
        }
    }

    /** Of a producer's 50 requests a second, those due within the 400 ms that its client blocks wait for the rest of them. */
    @Test
    void aStallShowsInEachRequestThatItDelays() {
        RunResult result = run(1, load(Arrival.UNIFORM, 0), Map.of("stallAtMessage", "500", "stallMillis", "400"));

        LatencySamples response = samples(result, Latency.REQUEST_RESPONSE);
        assertThat(response.maxNanos()).isGreaterThanOrEqualTo(399_000_000);
        // A busy host delays more of the 100 requests.
        assertThat(response.values().countAbove(200_000_000)).isGreaterThanOrEqualTo(18);
        assertThat(response.values().countAbove(20_000_000)).isGreaterThanOrEqualTo(36);
        assertThat(samples(result, Latency.REQUEST_SERVICE).values().countAbove(200_000_000))
                .isLessThan(response.values().countAbove(200_000_000));
    }

    @Test
    void producersReadInsteadOfSending() throws IOException {
        RunResult result = run(
                2,
                load(Arrival.BURST, 1).subscriptionsPerTopic(0, 0).thresholds("achievedRate >= 1% of target"),
                Map.of());

        RequestCounts counts = result.weir().clients().requests();
        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().counts().acknowledged()).isZero();
        assertThat(counts.answered() + counts.unanswered() + counts.readFailed())
                .isZero();
        assertThat(counts.read()).isEqualTo(160);
        assertThat(counts.readMessages()).isBetween(160L, 160 * 500L);
        assertThat(counts.readBytes()).isEqualTo(100 * counts.readMessages());
        assertThat(samples(result, Latency.READ_RESPONSE).count()).isEqualTo(100);
        assertThat(samples(result, Latency.READ_SERVICE).count()).isEqualTo(100);
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.NOTHING_MEASURED);
        assertThat(result.reasons())
                .filteredOn(reason -> reason.code() == ReasonCode.LOAD_APPROXIMATED)
                .singleElement()
                .satisfies(reason -> assertThat(reason.text()).startsWith("a read is a seek and a poll "));
        // On a busy machine the last ones come after the end. Without reads all would be missing.
        assertThat(result.findings()).allMatch(finding -> finding.count() < 1000);
        assertThat(result.thresholds()).extracting(ThresholdCheck::met).containsExactly(true);
        assertThat(result.throughput().readsPerSecond()).isPositive();

        Path file = folder.resolve("reads.json");
        ResultFile.write(result, file);
        assertThat(RunSummary.lines(result, Path.of("none.json"), true))
                .anyMatch(line -> line.matches("target rate +1,000 msg/s, each read counted as 10"))
                .anyMatch(line -> line.matches("read rate +\\d+ reads/s  over [\\d.]+ s"))
                .noneMatch(line -> line.startsWith("achieved rate") || line.startsWith("delivered rate"));
        assertThat(Files.readString(folder.resolve("reads.percentiles.txt")))
                .contains("Value", "Percentile", "#[Max", "Total count    =          100]");
    }

    /** Each producer makes 16 draws from the seed, the same ones in each run and on each number of workers. */
    @Test
    void seedsDecideWhoReadsWhen() {
        RequestCounts first =
                run(1, load(Arrival.BURST, 0.5), Map.of()).weir().clients().requests();
        RequestCounts second = verifiedRun(2, load(Arrival.BURST, 0.5), Map.of())
                .weir()
                .clients()
                .requests();

        assertThat(first.answered() + first.read()).isEqualTo(160);
        assertThat(first.answered()).isBetween(20L, 140L).isEqualTo(second.answered());
        assertThat(first.read()).isEqualTo(second.read());
    }

    private static Workloads load(Arrival arrival, double readRatio) {
        return Workloads.small()
                .shape(new LoadShape(arrival, 100_000_000, false, 0, OptionalLong.empty()))
                .section(new RequestFeature(), new RequestSpec(10, readRatio))
                .durations(Duration.ofMillis(600), Duration.ofSeconds(1));
    }

    private static LatencySamples samples(RunResult result, Latency latency) {
        return result.measured().of(latency);
    }
}
