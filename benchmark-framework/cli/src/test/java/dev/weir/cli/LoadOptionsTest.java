package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs without a workload file. */
class LoadOptionsTest extends CommandTest {
    @Test
    void runsALoadThatOptionsDescribeAndRecordsThem() throws IOException {
        Path result = folder.resolve("out.json");

        succeedsWithoutWarnings(line(
                "run -d none -q -o %s --rate 50kB/s --size 100B --duration 600ms --warmup 200ms --producers 2"
                        + " --interval 200ms --tag branch=main --set driver.failEvery=100 --set keys.cardinality=1k"
                        + " --set warmupProducerRate=50kB/s -v https://h/x?sig=hunter2",
                result));

        JsonNode json = json(result);
        assertThat(json.path("workload").asText()).isEqualTo("load");
        hasFields(json.at("/weir/provenance"), """
                /workload/producerRate: 500
                /workload/topics: 1
                /workload/partitionsPerTopic: 4
                /workload/producersPerTopic: 2
                /workload/consumerPerSubscription: 1
                /workload/keys/cardinality: 1000
                /setup/tags/branch: main
                /driver/failEvery: 100
                /throughputs/producerRate: 50kB/s
                /throughputs/warmupProducerRate: 50kB/s
                /set/warmupProducerRate: 50kB/s
                /set/keys.cardinality: 1k
                /set/driver.failEvery: 100
                """);
        assertThat(json.at("/weir/provenance/commandLine").asText())
                .startsWith("bin/benchmark run ")
                .contains("sig=[hidden]'");
        assertThat(Files.readString(result)).doesNotContain("hunter2");
    }

    @Test
    void aShortMeasurementIsOneInterval() {
        succeedsWithoutWarnings("run", "-d", "none", "--print-workload", "--duration", "500ms");

        assertThat(out.toString()).contains("testDuration: 500ms", "sampleRateMillis: 500");
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
        String run = "run -d none --print-workload --set %s=[orders]";
        for (String field : List.of("existingProduceTopicList", "existingConsumeTopicList", "existingTopicList")) {
            succeeds(line(run, field));
            assertThat(out.toString()).contains(field + ": [orders]").doesNotContain("topics: 1", "partitionsPerTopic");
        }

        refuses(
                "--topics: topics: must be 0 beside existingTopicList, got 1",
                line(run + " --topics 1", "existingTopicList"));
    }

    @Test
    void makesALadderOfSeveralValues() {
        succeeds(line("run -d none --print-workload --rate 10k,20k --set %s", "messageSize=[100, 200]"));
        assertThat(out.toString()).contains("producerRate: [10k, 20k]\n", "messageSize: [100, 200]\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate 50m|--rate: producerRate: must be a number in [0.000001, 1000000000], or 0, or max",
                "--size 1k|--size: messageSize: must be a whole number in [0, 1073741823] (bytes), got 1k",
                "--duration 60|--duration: testDuration: must be 0s, or a duration in [100ms, 8784h], such as 500ms",
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
                "--rate 5 --set mesageSize=5|is not a field of a workload file; did you mean messageSize (--size)?",
                "--rate 5 --set linger.ms=5|did you mean driver.producerConfig.linger.ms (--linger)?",
                "--fail-if x|--fail-if: is not an option of bin/benchmark run: a limit of a run is a threshold, such as"
                        + " --set 'thresholds=[endToEndResponse.p99 < 50ms]'",
                "--rate 5 --acks all|the driver none has no client and no properties for one, got acks",
                "--drivrs none|--drivrs: is not an option of bin/benchmark run; did you mean --driver?",
                "--drivers none|--drivers: is not an option of bin/benchmark run; did you mean --driver?",
                "--broker-count 1.5|Invalid value for option '--broker-count': must be a whole number, got 1.5",
                "--rate 5k --search|searches for a rate, but --rate gives one; remove one of them, or set --rate to 0",
                "-q|WORKLOAD: is missing: name a workload file",
                "--rate 5 %s|--rate: cannot be used with the workload file %s; change a field of the file with --set"
                        + " producerRate=...",
            })
    void namesTheOptionThatIsWrong(String options, String message) throws IOException {
        refuses(message.replace("%s", workload.toString()), line("run -d none " + options, workload));
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
                "%sl|; did you mean tiny.yaml?",
            })
    void namesTheCommandOrFileThatWasMeant(String word, String message) throws IOException {
        refuses(message, line(word + " -d none", workload));
    }
}
