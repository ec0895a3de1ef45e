package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.Workload;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers with units in workload files. */
class UnitsTest {
    private static final String BASE = """
        topics: 1
        partitionsPerTopic: 4
        producersPerTopic: 2
        """;

    @TempDir
    private Path folder;

    private final Problems problems = new Problems();

    @Test
    void readsNumbersWithUnits() throws IOException {
        Workload workload = point("""
            messageSize: 1KiB
            producerRate: 50k
            warmupProducerRate: 1.5M
            sampleRateMillis: 2s
            keys: {cardinality: 2M}
            retention: {bytesPerPartition: 10MB}
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            thresholds: ['achievedRate >= 49.5k', 'backlog < 10k']
            """).workload();

        assertThat(workload.messages().payload().messageSize()).isEqualTo(1024);
        assertThat(workload.producerRate()).isEqualTo(50_000);
        assertThat(workload.load().warmupRate().atBegin()).isEqualTo(1_500_000);
        assertThat(workload.timing().sampleInterval()).hasSeconds(2);
        assertThat(workload.messages().keys().cardinality()).isEqualTo(2_000_000);
        assertThat(workload.phases().retention().bytesPerPartition()).hasValue(10_000_000);
        assertThat(workload.run().thresholds().stream().map(Threshold::condition))
                .extracting(condition -> condition.limit())
                .containsExactly(49_500.0, 10_000.0);
    }

    @Test
    void convertsAThroughputByTheMessageSizeAndKeepsWhatWasWritten() throws IOException {
        WorkloadPoint point = point("messageSize: 1KiB\nproducerRate: 100MiB/s\nwarmupProducerRate: 1MB/s\n");

        assertThat(point.workload().producerRate()).isEqualTo(102_400);
        assertThat(point.workload().load().warmupRate().atBegin()).isEqualTo(976.5625);
        assertThat(point.given().throughputs())
                .containsExactly(Map.entry("producerRate", "100MiB/s"), Map.entry("warmupProducerRate", "1MB/s"));
        assertThat(EffectiveFiles.of(point.workload())).containsEntry("producerRate", 102_400L);
    }

    @Test
    void convertsAThroughputByTheMeanOfMixedSizes() throws IOException {
        WorkloadPoint point = point("messageSizeDistribution: {100-300: 3, 1KiB: 1}\nproducerRate: 406kB/s\n");

        SizeDistribution sizes = point.workload().messages().payload().sizes();
        assertThat(sizes.classes()).extracting(each -> each.range()).containsExactly("100-300", "1024-1024");
        assertThat(sizes.meanBytes()).isEqualTo(406);
        assertThat(point.workload().producerRate()).isEqualTo(1000);
    }

    @Test
    void convertsTheThroughputsOfRateListsAndOfStepsWithOtherSizes() throws IOException {
        WorkloadSeries series = series("""
            messageSize: 1kB
            producerRateList: [[0, 1MB/s], {at: 1m, rate: 2MB/s}]
            testDuration: 1m
            steps: [{messageSize: 1000}, {messageSize: 500}]
            """);

        assertThat(series.points())
                .extracting(point -> point.workload().load().rate().atBegin())
                .containsExactly(1000.0, 2000.0);
        assertThat(series.points().get(0).given().throughputs().values()).containsExactly("1MB/s", "2MB/s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "messageSize: 1k|producerRate: 5|4: messageSize: must be a whole number in [0, 1073741823] (bytes),"
                        + " got 1k; did you mean 1kB or 1KiB?",
                "messageSize: 1.5B|producerRate: 5|4: messageSize: must be a whole number in [0, 1073741823] (bytes),"
                        + " got 1.5B",
                "messageSize: 1|producerRate: 50m|5: producerRate: must be a number in [0.000001, 1000000000], or 0,"
                        + " or max (messages/s), got 50m; did you mean 50M?",
                "messageSize: 1|producerRate: 9GiB/s|5: producerRate: must be a number in [0.000001, 1000000000], or"
                        + " 0, or max (messages/s), got 9GiB/s",
                "messageSize: 0|producerRate: 9MB/s|5: producerRate: 9MB/s cannot be converted to messages per second,"
                        + " because messageSize is 0; set messageSize to more than 0, or give the rate in messages per"
                        + " second, such as 50k",
                "messageSize: big|producerRate: 9MB/s|4: messageSize: must be a whole number in [0, 1073741823]"
                        + " (bytes), got big",
            })
    void saysWhatIsWrongWithAUnit(String size, String rate, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), BASE + size + "\n" + rate + "\n");

        assertThat(WorkloadFile.readAll(file, problems)).isEmpty();
        assertThat(problems.errors()).extracting(Problem::toString).containsExactly(file + ":" + message);
    }

    private WorkloadPoint point(String fields) throws IOException {
        return series(fields).points().get(0);
    }

    private WorkloadSeries series(String fields) throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), BASE + fields);
        var series = WorkloadFile.readAll(file, problems);
        assertThat(problems.errors()).isEmpty();
        return series.orElseThrow();
    }
}
