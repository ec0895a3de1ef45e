package dev.weir.coordinator;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code verify} finds no difference in unaltered results of each kind of run, whatever ended it. {@link LoadShapesTest},
 * {@link WholeRunTest} and {@link ThresholdRunTest} verify the results of further loads.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class GenuineResultsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{producerRate: max, subscriptionsPerTopic: 0, consumerPerSubscription: 0, testDuration: 600ms}",
                "{subscriptionsPerTopic: , consumerPerSubscription: , subscriptions: [{name: tail}, {name: late, from: earliest, startAfter: 400ms}]}",
                "{thresholds: [endToEndResponse.p99 < 1ns, achievedRate >= 99% of target, {condition: publishResponse.p90 < 5s, window: 400ms}, backlogGrowth <= 1000 msg/s, unsent == 0, failed == 0, outcome <= DEGRADED]}",
            })
    void ofEachKindOfLoad(String fields) throws IOException {
        GenuineResults.verify(folder, fields, "{}", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{failEvery: 7, duplicateEvery: 5, deliverFailedEvery: 13, reorderEvery: 9, loseEvery: 11}",
                "{capacityMessagesPerSecond: 200}",
            })
    void ofASystemThatFails(String settings) throws IOException {
        GenuineResults.verify(folder, "{}", settings, "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                  | {}                                       | warm-up",
                "{producerRate: max} | {stallAtMessage: 300, stallMillis: 3000} | measurement",
            })
    void thatAPersonEnds(String fields, String settings, String phase) throws IOException {
        GenuineResults.verify(
                folder,
                fields.replace("}", fields.equals("{}") ? "testDuration: 1h}" : ", testDuration: 1h}"),
                settings,
                phase);
    }
}
