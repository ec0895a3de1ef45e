package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs without a workload file. */
class LoadOptionsTest extends CommandTest {
    @Test
    void runsALoadThatOptionsDescribe() throws IOException {
        Path result = folder.resolve("out.json");

        int status = execute(line(
                "run -d none -q -o %s --rate 50kB/s --size 100B --duration 600ms --warmup 200ms --producers 2"
                        + " --interval 200ms --tag branch=main --set driver.failEvery=100",
                result));

        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        JsonNode json = json(result);
        assertThat(json.path("workload").asText()).isEqualTo("load");
        JsonNode workload = json.at("/weir/provenance/workload");
        assertThat(workload.path("producerRate").intValue()).isEqualTo(500);
        assertThat(workload.path("topics").intValue()).isEqualTo(1);
        assertThat(workload.path("partitionsPerTopic").intValue()).isEqualTo(4);
        assertThat(workload.path("producersPerTopic").intValue()).isEqualTo(2);
        assertThat(workload.path("consumerPerSubscription").intValue()).isEqualTo(1);
        assertThat(json.at("/weir/provenance/setup/tags/branch").asText()).isEqualTo("main");
        assertThat(json.at("/weir/provenance/driver/failEvery").asText()).isEqualTo("100");
    }

    @Test
    void aShortMeasurementIsOneInterval() {
        succeeds("run", "-d", "none", "--print-workload", "--duration", "500ms");

        assertThat(out.toString()).contains("testDuration: 500ms", "sampleRateMillis: 500");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void problemsNameOptionsInsteadOfFields() throws IOException {
        refuses(
                "searches for a rate, but --rate gives one; remove one of them, or set --rate to 0",
                line("-d none --rate 5k --search"));
    }

    @Test
    void warmsUpUntilTheFiguresAreSteadyByDefault() {
        succeeds("run", "-d", "none", "--print-workload", "--set", "driver.failEvery=9");

        assertThat(out.toString()).isEqualTo("""
            # workload file, such as load.yaml
            topics: 1
            partitionsPerTopic: 4
            messageSize: 1KiB
            producersPerTopic: 1
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            producerRate: 10k
            warmupUntil: steady
            warmupDuration: 30s
            testDuration: 1m
            sampleRateMillis: 1s
            # run it with --set driver.failEvery=9
            """);
    }

    @Test
    void existingTopicsReplaceTheDefaultOfTopics() throws IOException {
        List<String> run = List.of();
        for (String field : List.of("existingProduceTopicList", "existingConsumeTopicList", "existingTopicList")) {
            run = List.of("run", "-d", "none", "--print-workload", "--set", field + "=[orders]");
            succeeds(run.toArray());
            assertThat(out.toString()).contains(field + ": [orders]").doesNotContain("topics: 1", "partitionsPerTopic");
        }

        List<String> both = new ArrayList<>(run);
        both.addAll(List.of("--topics", "1"));
        assertThat(execute(both.toArray())).isEqualTo(2);
        assertThat(err.toString()).contains("--topics: topics: must be 0 beside existingTopicList, got 1");
    }

    @Test
    void makesALadderOfSeveralValues() {
        succeeds(line("run -d none --print-workload --rate 10k,20k --set %s", "messageSize=[100, 200]"));
        assertThat(out.toString()).contains("producerRate: [10k, 20k]\n", "messageSize: [100, 200]\n");
    }

    @Test
    void printsAFileThatDoesTheSame() throws IOException {
        List<String> load = List.of("--rate", "2k", "--topics", "3", "--consumers", "0", "--warmup", "1s");
        List<String> print = new ArrayList<>(List.of("run", "-d", "none", "--print-workload"));
        print.addAll(load);
        succeeds(print.toArray());
        Path file = write("load.yaml", out.toString());

        succeeds("plan", "-d", "none", file);

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("load", "2,000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate 50m|--rate: producerRate: must be a number in [0.000001, 1000000000], or 0, or max"
                        + " (messages/s), got 50m; did you mean 50M?",
                "--size 1k|--size: messageSize: must be a whole number in [0, 1073741823] (bytes), got 1k; did you"
                        + " mean 1kB or 1KiB?",
                "--duration 60|--duration: testDuration: must be 0s, or a duration in [100ms, 8784h], such as 500ms,"
                        + " 90s, 10m or 1h30m, got 60, which has no unit; did you mean 60s?",
                "--partitions many|--partitions: partitionsPerTopic: must be a whole number in [1, 1000000], got many",
                "--rate 5 --linger soon|--linger: must be whole milliseconds, such as 5ms, got soon",
                "--rate 5 --client-property x|--client-property: must be NAME=VALUE, such as security.protocol=SSL,"
                        + " got x",
                "--rate 5 --acks 1,all|--acks: must be one value, got 1,all; to compare values, use --set"
                        + " 'sweep={driver.producerConfig.acks: [1, all]}', then bin/benchmark compare FOLDER --by acks",
                "--rate 5 --linger 1ms,5ms|--linger: must be one value, got 1ms,5ms; to compare values, use --set"
                        + " 'sweep={driver.producerConfig.linger.ms: [1, 5]}', then bin/benchmark compare FOLDER --by linger.ms",
                "--rate 5 --set driver.producerConfig.linger.ms=[1,5]|--set: driver.producerConfig.linger.ms: must be one"
                        + " value, got [1,5]; to compare values, use --set 'sweep={driver.producerConfig.linger.ms: [1,5]}',"
                        + " then bin/benchmark compare FOLDER --by linger.ms",
                "--rate 5 --set mesageSize=5|--set: mesageSize: is not a field of a workload file; did you mean"
                        + " messageSize (--size)?",
                "--rate 5 --set linger.ms=5|did you mean driver.producerConfig.linger.ms (--linger)?",
                "--fail-if x|--fail-if: is not an option of bin/benchmark run: a limit of a run is a threshold, such as"
                        + " --set 'thresholds=[endToEndResponse.p99 < 50ms]'",
                "--rate 5 --acks all|the driver none has no client and no properties for one, got acks",
                "--drivrs none|--drivrs: is not an option of bin/benchmark run; did you mean --driver?",
                "--drivers none|--drivers: is not an option of bin/benchmark run; did you mean --driver?",
                "--broker-count 1.5|Invalid value for option '--broker-count': must be a whole number, got 1.5",
            })
    void namesTheOptionThatIsWrong(String options, String message) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "-d", "none"));
        words.addAll(List.of(options.split(" ")));

        refuses(message, words.toArray());
    }

    @Test
    void refusesALoadBesideAFile() throws IOException {
        refuses(
                "--rate: cannot be used with the workload file " + workload
                        + "; change a field of the file with --set producerRate=...",
                line("-d none --rate 5 %s", workload));
    }

    @Test
    void saysHowToDescribeALoad() throws IOException {
        refuses("WORKLOAD: is missing: name a workload file", "run", "-d", "none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "validat|validat: is neither a command nor a file; did you mean bin/benchmark validate?",
                "bamboo|bamboo: this command no longer exists: run one of the files in workloads/bamboo",
                "board|board: this command no longer exists: use bin/benchmark report --site",
                "review|review: this command no longer exists: use bin/benchmark compare, or report",
                "referee|referee: this command no longer exists: use bin/measure rig in a checkout of Weir",
                "calibrate|calibrate: this command no longer exists: use bin/benchmark doctor --calibrate",
                "k8s follow|k8s follow: this command no longer exists: use bin/benchmark k8s fetch",
                "k8s render|k8s render: this command no longer exists: use bin/benchmark k8s run --render",
                "disclose|disclose: this command no longer exists: use bin/benchmark bundle",
                "restore|restore: this command no longer exists: use bin/benchmark recover",
                "repotr|repotr: is neither a command nor a file; did you mean bin/benchmark report?",
                "nothinglikeit|nothinglikeit: does not exist",
            })
    void namesTheCommandThatWasMeant(String word, String message) throws IOException {
        List<String> words = new ArrayList<>(List.of(word.split(" ", -1)));
        words.addAll(List.of("-d", "none"));

        refuses(message, words.toArray());
    }

    @Test
    void namesTheFileThatWasMeant() throws IOException {
        refuses("; did you mean tiny.yaml?", line("-d none %s", folder.resolve("tinny.yaml")));
    }
}
