package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code verify} finds no difference in unaltered results of each kind of run, whatever ended it. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class GenuineResultsTest {
    private static final String LOAD = """
            topics: 2
            partitionsPerTopic: 2
            messageSize: 100
            producersPerTopic: 1
            subscriptionsPerTopic: 1
            consumerPerSubscription: 2
            warmupDuration: 400ms
            testDuration: 1200ms
            sampleRateMillis: 200
            producerRate: 1000
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{arrival: poisson, subscriptionsPerTopic: 3, workerLoss: continue}",
                "{producerRate: max, mode: closed, inFlight: 4, audit: false, testDuration: 600ms}",
                "{producerRate: max, subscriptionsPerTopic: 0, consumerPerSubscription: 0, testDuration: 600ms}",
                "{arrival: burst, burstPeriod: 300ms, catchUp: skip, messageSizeDistribution: {64-256: 1, 1024-2048: 1}, messageSize: }",
                "{warmupDuration: 0s, producerRateList: [{at: 0s, rate: 400}, {at: 600ms, rate: 2000}]}",
                "{subscriptionsPerTopic: , consumerPerSubscription: , subscriptions: [{name: tail}, {name: late, from: earliest, startAfter: 400ms}]}",
                "{thresholds: [endToEndResponse.p99 < 1ns, achievedRate >= 99% of target, {condition: publishResponse.p90 < 5s, window: 400ms}, backlogGrowth <= 1000 msg/s, unsent == 0, failed == 0, outcome <= DEGRADED]}",
                "{thresholds: [{condition: publishResponse.p50 < 1ns, abort: true, after: 400ms}], testDuration: 1h}",
            })
    void ofEachKindOfLoad(String fields) throws IOException {
        verify(fields, "{}", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{failEvery: 7, duplicateEvery: 5, deliverFailedEvery: 13, reorderEvery: 9, loseEvery: 11}",
                "{capacityMessagesPerSecond: 200}",
                "{stallAtMessage: 300, stallMillis: 500}",
            })
    void ofASystemThatFails(String settings) throws IOException {
        verify("{}", settings, "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                  | {}                                       | warm-up",
                "{producerRate: max} | {stallAtMessage: 300, stallMillis: 3000} | measurement",
            })
    void thatAPersonEnds(String fields, String settings, String phase) throws IOException {
        verify(fields.replace("}", fields.equals("{}") ? "testDuration: 1h}" : ", testDuration: 1h}"), settings, phase);
    }

    private void verify(String fields, String settings, String endsIn) throws IOException {
        try (var cluster = new MiniCluster(2, folder)) {
            List<Path> results = GenuineResults.of(
                    cluster, folder, workload(fields), MiniCluster.none(map(settings)), (coordinator, tick) -> {
                        if (tick.phase().key().equals(endsIn)) {
                            coordinator.interrupt();
                        }
                    });
            assertThat(results).hasSizeGreaterThan(1);
            List<String> found = new ArrayList<>();
            for (Path each : results) {
                GenuineResults.differences(each)
                        .forEach(difference -> found.add(each.getFileName() + ": " + difference));
            }
            assertThat(found).isEmpty();
        }
    }

    private Workload workload(String fields) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(yaml(LOAD));
        yaml(fields).forEach((name, value) -> {
            all.put(name, value);
            if (value == null) {
                all.remove(name);
            }
        });
        Path file = Files.writeString(folder.resolve("w.yaml"), new org.yaml.snakeyaml.Yaml().dump(all));
        var problems = new Problems();
        return WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }

    private static Map<String, Object> yaml(String text) {
        return new org.yaml.snakeyaml.Yaml().load(text);
    }

    private static Map<String, String> map(String text) {
        Map<String, String> map = new LinkedHashMap<>();
        yaml(text).forEach((name, value) -> map.put(name, String.valueOf(value)));
        return map;
    }
}
