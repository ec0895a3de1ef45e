package dev.weir.cli.bamboo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.cli.CommandTest;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BambooCommandTest extends CommandTest {
    /** The demo's point: 4 x 1,024 x 1 x 1,024 messages of 200 bytes. */
    @Test
    void mapsTheDemosFlagsToAWorkload() throws IOException {
        Workload demo = printed(
                "--key-size=20",
                "--value-size=180",
                "--write-batch-size=1024",
                "--qps=1024",
                "--concurrency=4",
                "--seconds-duration=1",
                "--rw-balance=1.0",
                "--cpuset=4-7");

        assertThat(demo.producerRate()).isEqualTo(4_194_304);
        assertThat(demo.timing().test()).hasValue(Duration.ofSeconds(1));
        assertThat(demo.messages().keys())
                .isEqualTo(new KeySpec(KeyDistributor.RANDOM_NANO, KeySpec.CARDINALITY, 0, 20));
        assertThat(demo.messages().payload().messageSize()).isEqualTo(180);
        assertThat(demo.load().shape().recordsPerRequest()).isEqualTo(1024);
        assertThat(demo.load().shape().readRatio()).isZero();
        assertThat(demo.load().shape().arrival()).isEqualTo(Arrival.BURST);
        assertThat(demo.load().shape().burstPeriodNanos()).isEqualTo(1_000_000_000);
        assertThat(demo.producers()).isEqualTo(16);
        assertThat(demo.consumers()).isZero();
        assertThat(demo.load().warmupRate().atBegin()).isEqualTo(1_048_576);
        assertThat(out.toString()).contains("= 4,194,304 messages of 200 bytes");
    }

    /** A number like OMB's for a rate without a limit. */
    @Test
    void aHighRateIsARate() throws IOException {
        Workload burst = printed(
                "--write-batch-size=1024", "--qps=10240", "--concurrency=4", "--seconds-duration=1", "--cpuset=0-1");

        assertThat(burst.producerRate()).isEqualTo(20_971_520);
        assertThat(burst.load().warmupRate().atBegin()).isEqualTo(5_242_880);
    }

    @Test
    void hasBamboosDefaults() throws IOException {
        Workload usual = printed("--cpuset", "0");

        assertThat(usual.producerRate()).isEqualTo(300 * 100);
        assertThat(usual.load().warmupRate().atBegin()).isEqualTo(300 * 100);
        assertThat(usual.timing().test()).hasValue(Duration.ofSeconds(10));
        assertThat(usual.messages().keys().size()).isEqualTo(50);
        assertThat(usual.messages().payload().messageSize()).isEqualTo(50);
        assertThat(usual.load().shape().recordsPerRequest()).isEqualTo(100);
        assertThat(usual.load().shape().readRatio()).isEqualTo(0.5);
        assertThat(usual.producers()).isEqualTo(3);
        assertThat(printed().producers()).isEqualTo(3 * Runtime.getRuntime().availableProcessors());
    }

    @Test
    void marksApproximationsInItsOutput() throws IOException {
        printed("--rw-balance", "1");
        assertThat(out.toString()).contains("approximation", "batch.size").doesNotContain("max.poll.records");
        printed("--rw-balance", "0");
        assertThat(out.toString()).contains("max.poll.records").doesNotContain("batch.size");
    }

    @Test
    void messagesNeedNoKeysAndFewOfThemAreEnough() throws IOException {
        assertThat(printed("--key-size", "0").messages().keys()).isEqualTo(KeySpec.NONE);
        assertThat(printed("--key-size", "1").messages().keys().cardinality()).isEqualTo(64);
    }

    @ParameterizedTest
    @CsvSource({
        "--key-size,1025,'--key-size: must be in [0, 1024], got 1025'",
        "--key-size,-1,'--key-size: must be in [0, 1024], got -1'",
        "--value-size,2000000,'--value-size: must be in [0, 1048576], got 2000000'",
        "--write-batch-size,0,'--write-batch-size: must be in [1, 1000000], got 0'",
        "--qps,0,'--qps: must be in [1, 1000000], got 0'",
        "--qps,many,'Invalid value for option ''--qps'': must be a whole number, got many'",
        "--qps,1000000,',000,000 messages a second with'",
        "--concurrency,0,'--concurrency: must be in [1, 1000], got 0'",
        "--seconds-duration,0,'--seconds-duration: must be in [1, 86400], got 0'",
        "--warm-up-seconds,-1,'--warm-up-seconds: must be in [0, 3600], got -1'",
        "--rw-balance,1.1,'--rw-balance: must be a number in [0, 1], such as 0.5, got 1.1'",
        "--rw-balance,half,'--rw-balance: must be a number in [0, 1], such as 0.5, got half'",
        "--rw-balance,1e-999999999,'--rw-balance: must be a number in [0, 1], such as 0.5, got 1e-999999999'",
        "--cpuset,7-4,'--cpuset: must be cores such as 4-7 or 0,2, got 7-4'",
        "--cpuset,4000-4001,'--cpuset: must be cores of this host, which has 0'",
        "-m,4G,'-m: is not for a JVM: set its heap with WEIR_JAVA_OPTS=-Xmx4g'",
    })
    void refusesInvalidInput(String flag, String value, String because) throws IOException {
        if (flag.equals("--qps") && value.length() > 4) {
            refuses(because, "bamboo", "-d", "none", "--write-batch-size", "100000", flag, value);
        } else {
            refuses(because, "bamboo", "-d", "none", flag, value);
        }
    }

    @Test
    void refusesMoreConnectionsThanAnyHostHas() throws IOException {
        refuses(
                "--concurrency: makes 100,000 connections with 100 cores, must be at most 10,000: each is a client",
                "bamboo",
                "-d",
                "none",
                "--cpuset=0-99",
                "--concurrency=1000");
    }

    @Test
    void refusesSettingsThatNoKafkaClientHas() throws IOException {
        refuses("--poll-mode: is nothing", "bamboo", "-d", "none", "--poll-mode");
    }

    @Test
    void runsAndReportsRequestsAndAllTheirPercentiles() throws IOException {
        Path file = folder.resolve("bamboo.json");
        int status = execute(
                "bamboo",
                "-d",
                "none",
                "--local",
                "--qps=20",
                "--write-batch-size=10",
                "--concurrency=2",
                "--seconds-duration=2",
                "--warm-up-seconds=0",
                "--rw-balance=1",
                "-o",
                file.toString());

        long requests = 2L * 20 * Runtime.getRuntime().availableProcessors();
        assertThat(status).as(err.toString()).isZero();
        JsonNode result = new ObjectMapper().readTree(file.toFile());
        String reasons = result.at("/weir/reasons").toString();
        assertThat(reasons).contains("REQUESTS_APPROXIMATED");
        long answered = result.at("/weir/requests/answered").asLong();
        // Where the host lets the worker stand still, a part of the measurement is missing, and the result says so.
        if (!reasons.contains("WORKER_STOOD_STILL") && !reasons.contains("MESSAGES_UNSENT")) {
            assertThat(answered).isEqualTo(requests);
            assertThat(result.at("/weir/audit/acknowledged").asLong()).isEqualTo(10 * requests);
        }
        assertThat(answered).isPositive();
        assertThat(result.at("/weir/requests/unanswered").asLong()).isZero();
        assertThat(result.at("/weir/latency/requestResponse/summary/count").asLong())
                .isEqualTo(answered);
        assertThat(result.at("/weir/provenance/commandLine").asText()).startsWith("bin/benchmark bamboo -d none");
        assertThat(out.toString())
                .containsPattern("requests, ms +p10 +p50 +p90 +p99 +p999 +p100")
                .containsPattern("sent( +[0-9.,]+\\*?){6}")
                .contains("bamboo.percentiles.txt");
        assertThat(Files.readString(folder.resolve("bamboo.percentiles.txt")))
                .contains("1/(1-Percentile)", "Total count");
        assertThat(files(folder))
                .contains("bamboo.json", "bamboo.hlog", "bamboo.percentiles.txt")
                .noneMatch(name -> name.endsWith(".partial"));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        refuses("bamboo.json exists", "bamboo", "-d", "none", "--local", "-o", file.toString());
    }

    private Workload printed(String... flags) throws IOException {
        out.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of("bamboo", "--print-workload"));
        arguments.addAll(List.of(flags));
        assertThat(execute(arguments.toArray(String[]::new))).as(err.toString()).isZero();
        var problems = new Problems();
        Path file = Files.writeString(folder.resolve("printed.yaml"), out.toString());
        Workload workload = WorkloadFile.read(file, problems).orElseThrow();
        assertThat(problems.errors()).isEmpty();
        assertThat(problems.warnings()).isEmpty();
        Files.delete(file);
        return workload;
    }
}
