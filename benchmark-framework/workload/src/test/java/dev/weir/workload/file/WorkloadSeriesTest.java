package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.workload.Hooks;
import dev.weir.workload.RunOrder;
import dev.weir.workload.Workload;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that ask for several runs. */
class WorkloadSeriesTest {
    /** Ends in line 6, so that what a test adds stands in line 7. */
    private static final String BASE = """
        name: ladder
        topics: 1
        partitionsPerTopic: 4
        producersPerTopic: 2
        messageSize: 100
        producerRate: 1000
        """;

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void aFileWithoutStepsIsOneRunUnderItsOwnName() throws IOException {
        WorkloadSeries series = read(BASE);

        assertThat(series.points()).singleElement().satisfies(point -> {
            assertThat(point.workload().name()).isEqualTo("ladder");
            assertThat(point.changes()).isEmpty();
            assertThat(point.driverChanges().isEmpty()).isTrue();
        });
        assertThat(series.repeat()).isEqualTo(1);
        assertThat(series.order()).isEqualTo(RunOrder.BALANCED);
    }

    @Test
    void eachStepIsARunWithItsValues() throws IOException {
        WorkloadSeries series = read(BASE + """
            repeat: 3
            order: random
            seed: 9
            steps:
              - producerRate: 2000
              - {producerRate: max, name: unlimited}
              - partitionsPerTopic: 8
                messageSize: 200
            """);

        assertThat(names(series)).containsExactly("ladder-step1", "ladder-unlimited", "ladder-step3");
        assertThat(series.points().stream().map(point -> point.workload().producerRate()))
                .containsExactly(2000.0, Double.POSITIVE_INFINITY, 1000.0);
        assertThat(series.points().get(2).changes()).isEqualTo(Map.of("partitionsPerTopic", "8", "messageSize", "200"));
        assertThat(series.points().get(2).workload().topics().partitionsPerTopic())
                .isEqualTo(8);
        assertThat(series.name()).isEqualTo("ladder");
        assertThat(series.repeat()).isEqualTo(3);
        assertThat(series.order()).isEqualTo(RunOrder.RANDOM);
        assertThat(series.seed()).isEqualTo(9);
    }

    @Test
    void aSweepRunsAllCombinationsInEachStep() throws IOException {
        WorkloadSeries series = read(BASE + """
            sweep:
              producerRate: [10, 20]
              driver.producerConfig.linger.ms: [0, 5]
            steps:
              - messageSize: 64
              - messageSize: 128
            """);

        assertThat(names(series))
                .hasSize(8)
                .startsWith(
                        "ladder-producerRate-10-linger.ms-0-step1",
                        "ladder-producerRate-10-linger.ms-5-step1",
                        "ladder-producerRate-20-linger.ms-0-step1")
                .endsWith("ladder-producerRate-20-linger.ms-5-step2")
                .doesNotHaveDuplicates();
        assertThat(series.points().get(7).changes())
                .hasToString("{messageSize=128, producerRate=20, driver.producerConfig.linger.ms=5}");
    }

    @Test
    void fieldsOfTheSameNameAreDistinguishedByTheirWholePaths() throws IOException {
        WorkloadSeries series = read(BASE + """
            sweep:
              driver.producerConfig.client.id: [a]
              driver.consumerConfig.client.id: [b, c]
            """);

        assertThat(names(series))
                .first()
                .isEqualTo("ladder-driver.producerConfig.client.id-a-driver.consumerConfig.client.id-b");
    }

    @Test
    void aChangeAlsoReplacesAnotherSpelling() throws IOException {
        WorkloadSeries series = read(BASE + """
            testDurationMinutes: 5
            warmupDurationMinutes: 5
            sweep: {testDuration: [10s]}
            steps: [{warmupDuration: 3s}]
            """);

        Workload workload = series.points().get(0).workload();
        assertThat(workload.timing().test()).contains(Duration.ofSeconds(10));
        assertThat(workload.timing().warmup()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void reachesIntoMappingsAndMakesThemIfTheFileHasNone() throws IOException {
        assertThat(read(BASE + "keys: {distributor: KEY_ROUND_ROBIN, size: 5}\nsweep: {keys.cardinality: [8, 16]}\n")
                        .points())
                .extracting(
                        point -> point.workload().name(),
                        point -> point.workload().messages().keys())
                .contains(tuple("ladder-cardinality-16", new KeySpec(KeyDistributor.KEY_ROUND_ROBIN, 16, 0, 5)));
        assertThat(read(BASE + "steps: [{keys.cardinality: 8, keys.skew: 1}]\n").points())
                .extracting(point -> point.workload().messages().keys())
                .containsExactly(new KeySpec(KeyDistributor.RANDOM_NANO, 8, 1, KeySpec.SIZE));
    }

    @Test
    void reachesIntoTheItemsOfAListByTheirNames() throws IOException {
        WorkloadSeries series = read(BASE + """
            subscriptions:
              - {name: tail, consumers: 3}
              - {name: jobs}
            sweep: {subscriptions.jobs.consumers: [4, 16]}
            """);

        assertThat(names(series)).containsExactly("ladder-jobs.consumers-4", "ladder-jobs.consumers-16");
        assertThat(series.points())
                .extracting(point -> point.workload().subscriptions().each().stream()
                        .map(each -> each.name() + " " + each.consumers())
                        .toList())
                .containsExactly(List.of("tail 3", "jobs 4"), List.of("tail 3", "jobs 16"));
        assertThat(EffectiveFiles.flat(EffectiveFiles.of(series.points().get(1).workload())))
                .containsEntry("subscriptions.jobs.consumers", "16")
                .containsEntry("subscriptions.tail.consumers", "3");
    }

    @Test
    void anEmptyValueRemovesAField() throws IOException {
        WorkloadSeries series = read(BASE + """
            steps:
              - {name: open}
              - {name: closed, producerRate: , mode: closed, inFlight: 4}
            """);

        assertThat(series.points().get(0).workload().producerRate()).isEqualTo(1000);
        assertThat(series.points().get(1).workload().load().shape().inFlight()).isEqualTo(4);
    }

    /** As OMB's generator would name them. */
    @Test
    void expandsATemplateOfOmb() throws IOException {
        WorkloadSeries series = read("""
            topics: [1, 1456]
            partitionsPerTopic: [1]
            messageSize: [617890]
            payloadFile:
            subscriptionsPerTopic: [1]
            consumerPerSubscription: [1]
            producersPerTopic: [1]
            producerRate: [50000, 10000000]
            keyDistributor: [NO_KEY]
            testDurationMinutes: 15
            """);

        assertThat(names(series))
                .containsExactly(
                        "1-topics-1-partitions-617kb-1p-1c-50k",
                        "1-topics-1-partitions-617kb-1p-1c-max-rate",
                        "1k-topics-1-partitions-617kb-1p-1c-50k",
                        "1k-topics-1-partitions-617kb-1p-1c-max-rate");
        assertThat(series.points().get(2).changes()).hasToString("{topics=1456, producerRate=50000}");
        assertThat(series.points().get(2).workload().topics().count()).isEqualTo(1456);
    }

    @Test
    void namesATemplateByItsFormatAndOtherFields() throws IOException {
        WorkloadSeries series = read("""
            nameFormat: "${topics}t-${testDurationMinutes}"
            topics: [1, 2]
            partitionsPerTopic: [1, 4]
            messageSize: 100
            producersPerTopic: 1
            producerRate: 10
            testDurationMinutes: 1500
            """);

        assertThat(names(series)).first().isEqualTo("1t-1500-partitionsPerTopic-1");
        assertThat(names(series)).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void keepsSecretsOutOfThePoint() throws IOException {
        WorkloadSeries series = read(BASE + "steps: [{driver.commonConfig.sasl.jaas.config: hunter2}]\n");

        assertThat(series.points().get(0).changes())
                .isEqualTo(Map.of("driver.commonConfig.sasl.jaas.config", Secrets.HIDDEN));
    }

    @Test
    void aMistakeOfAllRunsIsOneMessage() throws IOException {
        Path file = write(BASE.replace("topics: 1", "topics: many") + "sweep: {messageSize: [1, 2, 3]}\n");

        assertThat(WorkloadFile.readAll(file, problems)).isEmpty();
        assertThat(WorkloadFile.readAll(file, problems)).isEmpty();
        assertThat(problems.errors()).hasSize(1);
    }

    @Test
    void readsHooks() throws IOException {
        Workload workload = read(BASE + """
            hooks:
              beforeRun: sync
              afterRun: [date, "true"]
              timeout: 90s
            """).points().get(0).workload();

        assertThat(workload.run().hooks())
                .isEqualTo(new Hooks(List.of("sync"), List.of("date", "true"), Duration.ofSeconds(90)));
    }

    private static List<String> names(WorkloadSeries series) {
        return series.points().stream().map(point -> point.workload().name()).toList();
    }

    private WorkloadSeries read(String text) throws IOException {
        Optional<WorkloadSeries> series = WorkloadFile.readAll(write(text), problems);
        assertThat(problems.errors()).isEmpty();
        return series.orElseThrow();
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("w.yaml"), text);
    }
}
