package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.search.SearchSpec;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadFileTest {
    private static final String MINIMAL = """
        topics: 1
        partitionsPerTopic: 4
        producersPerTopic: 2
        messageSize: 100
        producerRate: 5000
        """;

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void resolvesAnchorsAndMergesMappingsAsYamlDoes() throws IOException {
        Path file = write("""
            producersPerTopic: &count 2
            <<: [{partitionsPerTopic: 2, messageSize: 100}, {messageSize: 1, topics: *count}]
            partitionsPerTopic: 3
            producerRate: 10
            subscriptions:
              - &first {name: a, consumers: 2, processingTime: 1ms}
              - <<: *first
                name: b
              - {name: c, <<: *first}
            """);

        Workload workload = WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));

        assertThat(workload.topics().count()).isEqualTo(2);
        assertThat(workload.topics().partitionsPerTopic()).isEqualTo(3);
        assertThat(workload.messages().payload().messageSize()).isEqualTo(100);
        assertThat(workload.subscriptions().each())
                .extracting(Subscription::name, Subscription::consumers, Subscription::processingNanos)
                .containsExactly(tuple("a", 2, 1_000_000L), tuple("b", 2, 1_000_000L), tuple("c", 2, 1_000_000L));
    }

    @Test
    void readsAFileOfUpstream() throws IOException {
        Files.createDirectory(folder.resolve("payload"));
        Files.write(folder.resolve("payload/payload-4b.data"), new byte[] {1, 2, 3, 4});

        Workload workload = read("""
            #
            # Licensed under the Apache License, Version 2.0
            #

            name: 1 topic / 16 partitions

            topics: 1
            partitionsPerTopic: 16
            keyDistributor: "RANDOM_NANO"
            messageSize: 4
            payloadFile: "payload/payload-4b.data"
            useRandomizedPayloads: false
            randomBytesRatio: 0.0
            randomizedPayloadPoolSize: 0
            subscriptionsPerTopic: 2
            consumerPerSubscription: 3
            producersPerTopic: 4
            producerRate: 50000
            consumerBacklogSizeGB: 0
            backlogDrainRatio: 1.0
            messageSizeDistribution: {}
            testDurationMinutes: 15
            warmupDurationMinutes: 5
            """);

        assertThat(workload)
                .isEqualTo(Workloads.small()
                        .name("1 topic / 16 partitions")
                        .topics(1, 16)
                        .producersPerTopic(4)
                        .keys(KeySpec.of(KeyDistributor.RANDOM_NANO))
                        .payload(PayloadSpec.of(List.of(new byte[] {1, 2, 3, 4})))
                        .subscriptionsPerTopic(2, 3)
                        .rates(50_000, 50_000)
                        .durations(Duration.ofMinutes(5), Duration.ofMinutes(15))
                        .sampleInterval(Duration.ofSeconds(10))
                        .build());
    }

    @Test
    void readsAFileOfVanlightlysFork() throws IOException {
        Workload workload = read("""
            name: two-step__acks-all-step1
            topics: 1
            partitionsPerTopic: 100
            messageSize: 1024
            useRandomizedPayloads: true
            randomBytesRatio: 0.5
            randomizedPayloadPoolSize: 1000
            subscriptionsPerTopic: 1
            consumerPerSubscription: 50
            producersPerTopic: 50
            producerRate: 500000
            consumerBacklogSizeGB: 0
            backlogProducerRate: -1
            drainProducerRate: -1
            testDurationMinutes: 0
            warmupDurationMinutes: 30
            warmupProducerRate: 250000
            warmupProducerRateSeparationMinutes: -1
            sampleRateMillis: 5000
            """);

        assertThat(workload.messages().payload()).isEqualTo(PayloadSpec.pool(1024, 0.5, 1000));
        assertThat(workload.load().warmupRate().atBegin()).isEqualTo(250_000);
        assertThat(workload.timing().test()).isEmpty();
        assertThat(workload.timing().sampleInterval()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void fillsInTheDefaults() throws IOException {
        assertThat(read(MINIMAL))
                .isEqualTo(Workloads.small()
                        .name("workload")
                        .topics(1, 4)
                        .payload(PayloadSpec.random(100))
                        .subscriptionsPerTopic(0, 0)
                        .rates(5000, 5000)
                        .endless(Duration.ofMinutes(1))
                        .sampleInterval(Duration.ofSeconds(10))
                        .build());
    }

    @Test
    void readsAThresholdOfSeveralFields() throws IOException {
        Workload workload =
                read(MINIMAL + "thresholds: [{condition: backlog < 10_000, window: 30s, abort: true, after: 10s}]\n");

        assertThat(workload.run().thresholds())
                .containsExactly(new Threshold(
                        Workloads.condition("backlog < 10000"),
                        Optional.of(Duration.ofSeconds(30)),
                        true,
                        Duration.ofSeconds(10)));
    }

    @Test
    void searchesWhereTheRateIsZeroAsInOmb() throws IOException {
        Workload byRate = read(MINIMAL.replace("producerRate: 5000", "producerRate: 0"));

        assertThat(read(MINIMAL.replace("producerRate: 5000", "search: {}"))).isEqualTo(byRate);
        assertThat(byRate.load().rate())
                .isEqualTo(new Rate.Search(new SearchSpec(
                        10_000,
                        1e9,
                        0.02,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        SearchSpec.CRITERIA,
                        1,
                        false)));
    }

    @Test
    void probesOfAnOmbFileTakeAsLongAsTheFileSays() throws IOException {
        String omb = MINIMAL.replace("producerRate: 5000", "producerRate: 0")
                + "warmupDurationMinutes: 2\ntestDurationMinutes: 5\n";

        assertThat(probe(omb)).containsExactly(Duration.ofMinutes(2), Duration.ofMinutes(5));
        assertThat(probe(omb + "search: {}\n")).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    private List<Duration> probe(String text) throws IOException {
        SearchSpec search = ((Rate.Search) read(text).load().rate()).spec();
        return List.of(search.probeWarmup(), search.probeDuration());
    }

    @Test
    void aLoadWithoutALimitAndAClosedLoopHaveNoSchedule() throws IOException {
        Workload unlimited = read(MINIMAL.replace("producerRate: 5000", "producerRate: max"));
        Workload closed = read(MINIMAL.replace("producerRate: 5000", "mode: closed\ninFlight: 8"));

        assertThat(List.of(unlimited, closed)).allSatisfy(workload -> {
            assertThat(workload.producerRate()).isInfinite();
            assertThat(workload.load().isScheduled()).isFalse();
        });
        assertThat(unlimited.load().warmupRate().atBegin()).isInfinite();
        assertThat(closed.load().shape().inFlight()).isEqualTo(8);
    }

    /** OMB has no word for that, and its public files with such numbers mean it, the last one beyond the rates that we take. */
    @ParameterizedTest
    @CsvSource({"10000000, 10M", "26214400, 26.2144M", "2000000000, 2000M"})
    void tenMillionOrMoreAsOmbWritesThemAreNoLimit(String number, String withUnit) throws IOException {
        Path file = write(MINIMAL.replace("producerRate: 5000", "producerRate: " + number));
        Optional<Workload> unlimited = WorkloadFile.read(file, folder, problems);

        assertThat(unlimited.orElseThrow().load().isScheduled()).isFalse();
        assertThat(problems.warnings())
                .map(Problem::toString)
                .containsExactly(file + ":5: producerRate: means max, as 10000000 or more does in OMB's files; "
                        + "for a rate of that number, write " + withUnit);
    }

    @ParameterizedTest
    @CsvSource({"1_000_000, 1000000", "9999999, 9999999", "10M, 10M", "26.2144M, 26.2144M"})
    void lessThanThatIsARateAndSoIsMoreWithAUnit(String text, String effective) throws IOException {
        Workload fixed = read(MINIMAL.replace("producerRate: 5000", "producerRate: " + text));

        assertThat(fixed.load().isScheduled()).isTrue();
        assertThat(EffectiveFiles.of(fixed).get("producerRate")).hasToString(effective);
        Workload again = read(MINIMAL.replace("producerRate: 5000", "producerRate: " + effective));
        assertThat(again.producerRate()).isEqualTo(fixed.producerRate());
    }

    @Test
    void readsHowALoadFollowsItsRate() throws IOException {
        assertThat(read(MINIMAL + """
            arrival: burst
            burstPeriod: 100ms
            catchUp: skip
            pacingPrecision: 200us
            """).load().shape())
                .isEqualTo(new LoadShape(Arrival.BURST, 100_000_000, true, 0, OptionalLong.of(200_000)));
        assertThat(read(MINIMAL + "arrival: poisson\n").load().shape().arrival())
                .isEqualTo(Arrival.POISSON);
    }

    @ParameterizedTest
    @CsvSource({"90s,PT90S", "10m,PT10M", "2h,PT2H", "500ms,PT0.5S", "1h30m,PT90M", "0s,PT0S", "1m30s250ms,PT90.25S"})
    void readsDurations(String text, Duration duration) throws IOException {
        assertThat(read(MINIMAL + "warmupDuration: " + text + "\n").timing().warmup())
                .isEqualTo(duration);
    }

    /** As Redpanda's fork of OMB and AutoMQ write some of them. */
    @Test
    void acceptsEveryValueThatMeansOff() throws IOException {
        assertThat(read(MINIMAL + """
            existingTopicList: []
            existingProduceTopicList:
            existingConsumeTopicList: []
            randomTopicNames: true
            partitionsPerTopicList: []
            producersPerTopicList: []
            producerRateList: []
            subscriptionsPerTopic: 0
            consumerPerSubscription: 0
            arrival: uniform
            catchUp: immediate
            mode: open
            steps: []
            sweep: {}
            repeat: 1
            order: interleaved
            keys:
            retention: {}
            thresholds: []
            search:
            workerLoss: abort
            brokerMetrics: []
            hooks: {}
            """)).isEqualTo(read(MINIMAL));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "keys: {}|RANDOM_NANO|10000|0|10",
                "keys: {skew: 0.99}|RANDOM_NANO|10000|0.99|10",
                "keys: {distributor: KEY_ROUND_ROBIN, cardinality: 64, size: 1}|KEY_ROUND_ROBIN|64|0|1",
                "keys: {cardinality: 2147483647, size: 6, skew: 100}|RANDOM_NANO|2147483647|100|6",
                "keys: {distributor: NO_KEY}|NO_KEY|10000|0|10",
                "keyDistributor: KEY_ROUND_ROBIN|KEY_ROUND_ROBIN|10000|0|10",
            })
    void readsKeys(String line, KeyDistributor distributor, int cardinality, double skew, int size) throws IOException {
        assertThat(read(MINIMAL + line + "\n").messages().keys())
                .isEqualTo(new KeySpec(distributor, cardinality, skew, size));
    }

    @Test
    void searchesForThePayloadBesideTheFileThenInTheWorkingDirectoryAndThenAboveTheFile() throws IOException {
        Path working = Files.createDirectory(folder.resolve("working"));
        Path checkout = Files.createDirectory(folder.resolve("omb"));
        Path workloads = Files.createDirectories(checkout.resolve("workloads/blog"));
        String text = MINIMAL.replace("messageSize: 100", "payloadFile: payload/p.data");
        Path file = Files.writeString(workloads.resolve("w.yaml"), text);
        byte size = 3;
        for (Path place : List.of(checkout, working, workloads)) {
            Path payload = Files.createDirectory(place.resolve("payload")).resolve("p.data");
            Files.write(payload, new byte[size]);

            assertThat(payload(WorkloadFile.read(file, working, problems))).isEqualTo(given(new byte[size--]));
        }
        assertThat(problems.errors()).isEmpty();
    }

    @Test
    void takesTheFilesOfADirectoryInTheOrderOfTheirNames() throws IOException {
        Path payloads = Files.createDirectory(folder.resolve("payloads"));
        Files.write(payloads.resolve("b"), new byte[] {2, 2});
        Files.write(payloads.resolve("a"), new byte[] {1, 1});
        Files.write(payloads.resolve("B"), new byte[] {3, 3});
        Files.write(payloads.resolve(".hidden"), new byte[] {4});
        Files.createDirectory(payloads.resolve("c"));

        assertThat(payload(MINIMAL.replace("messageSize: 100", "payloadFile: payloads")))
                .isEqualTo(given(new byte[] {3, 3}, new byte[] {1, 1}, new byte[] {2, 2}));
        assertThat(problems.warnings()).isEmpty();
    }

    /** A shell's {@code <(...)}: what was read is gone. */
    @Test
    @Timeout(60)
    void readsAPipeOnce() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe.yaml");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there is no mkfifo");
        for (int way = 0; way < 2; way++) {
            var written = CompletableFuture.runAsync(
                    () -> assertThatCode(() -> Files.writeString(pipe, MINIMAL)).doesNotThrowAnyException());
            if (way == 0) {
                assertThat(WorkloadFile.read(pipe, problems)).isPresent();
            } else {
                assertThat(InputFile.check(pipe, FakeDriver.drivers(), problems))
                        .contains(FileKind.WORKLOAD);
            }
            written.join();
            assertThat(problems.errors()).isEmpty();
        }
    }

    /** OMB looks at the pool's fields only where a pool is switched on, and at the file only where it is not. */
    @Test
    void warnsOfPayloadFieldsThatOmbWouldNotLookAt() throws IOException {
        Files.write(folder.resolve("p.data"), new byte[] {5});
        String file = MINIMAL.replace("messageSize: 100\n", "messageSize: 1\n") + "payloadFile: p.data\n";

        String pool = "randomBytesRatio: 0.5\nrandomizedPayloadPoolSize: 9\n";
        assertThat(payload(file + pool)).isEqualTo(given(new byte[] {5}));
        assertThat(payload(file + "useRandomizedPayloads: true\n" + pool)).isEqualTo(PayloadSpec.pool(1, 0.5, 9));
        assertThat(problems.warnings())
                .map(problem -> problem.line() + " " + problem.field() + " " + problem.message())
                .containsExactly(
                        "6 payloadFile has no effect with useRandomizedPayloads: true, as in OMB: messages carry the"
                                + " pool's payloads; remove one of the two",
                        "7 randomBytesRatio has no effect without useRandomizedPayloads: true; add that, or remove"
                                + " this",
                        "8 randomizedPayloadPoolSize has no effect without useRandomizedPayloads: true; add that, or"
                                + " remove this");
    }

    /** At these values they ask for nothing, so nothing stands for what is missing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "existingTopicList: []", "existingProduceTopicList: []", "existingConsumeTopicList: []",
                "partitionsPerTopicList: []", "producersPerTopicList: []", "producerRateList: []",
                "messageSizeDistribution: {}", "search:"
            })
    void loadFieldsAreRequiredWhereTheReplacingFieldIsOff(String off) throws IOException {
        assertThat(WorkloadFile.read(write(off + "\n"), problems)).isEmpty();
        assertThat(problems.errors())
                .extracting(Problem::field)
                .containsExactlyInAnyOrder(
                        "topics", "partitionsPerTopic", "messageSize", "producersPerTopic", "producerRate");
        assertThat(problems.notYet()).isEmpty();
    }

    @Test
    void acceptsEndpointsAsUrlsAndAsMappings() throws IOException {
        Workload workload = read(MINIMAL + """
            brokerMetrics:
            - http://a:9100
            - {url: "http://10.0.0.1:9100", host: c, series: node_load1, drives: [nvme1n1, sd*]}
            """);

        URI mapped = URI.create("http://10.0.0.1:9100/metrics");
        assertThat(workload.run().brokerMetrics())
                .containsExactly(
                        new MetricsEndpoint(URI.create("http://a:9100/metrics"), "a", List.of(), List.of()),
                        new MetricsEndpoint(mapped, "c", List.of("node_load1"), List.of("nvme1n1", "sd*")));
    }

    @Test
    void isOptionalIfAnotherFieldOfOmbReplacesIt() throws IOException {
        Workload workload = read("""
            existingTopicList: [a]
            messageSizeDistribution: {0-256: 1}
            producersPerTopicList: [3]
            producerRateList: [[0, 100]]
            """);

        assertThat(problems.warnings()).isEmpty();
        assertThat(workload.topics().count()).isEqualTo(1);
        assertThat(workload.topics().partitionsPerTopic()).isZero();
        assertThat(workload.producers()).isEqualTo(3);
        assertThat(workload.topics().existing()).containsExactly("a");
        assertThat(workload.messages().payload().messageSize()).isEqualTo(128);
        assertThat(workload.producerRate()).isEqualTo(100);
    }

    @Test
    void readsRatesOverTimeInEachSpelling() throws IOException {
        Workload workload = read(MINIMAL.replace("producerRate: 5000", """
            producerRateList:
              - [0, 100]
              - [0.5, 200]
              - [0, 1, 400]
              - {at: 1m30s, rate: 400}
              - {at: 90s, rate: 0}
            testDuration: 100s
            """));

        assertThat(((Rate.Curve) workload.load().rate()).points())
                .containsExactly(
                        new RatePoint(0, 100),
                        new RatePoint(30_000_000_000L, 200),
                        new RatePoint(60_000_000_000L, 400),
                        new RatePoint(90_000_000_000L, 400),
                        new RatePoint(90_000_000_000L, 0));
        assertThat(workload.producerRate()).isEqualTo((30 * 150 + 30 * 300 + 30 * 400) / 100.0);
        assertThat(workload.load().warmupRate().atBegin()).isEqualTo(100);
        assertThat(workload.load().isScheduled()).isTrue();
    }

    @Test
    void aRateListStandsAboveTheRateAsInAutoMq() throws IOException {
        Workload workload = read(MINIMAL + "producerRateList: [[0, 7]]\n");

        assertThat(workload.producerRate()).isEqualTo(7);
        assertThat(problems.warnings()).extracting(Problem::field).containsExactly("producerRate");
    }

    @Test
    void readsTopicsThatAreNotAlike() throws IOException {
        Workload workload = read("""
            topics: 3
            partitionsPerTopicList: [1, 16, 4]
            producersPerTopicList: [2, 0, 1]
            partitionWeights: {0: 0.9, '*': 0.1}
            messageSize: 100
            producerRate: 10
            """);

        assertThat(workload.topics().partitionsPerTopic()).isEqualTo(16);
        assertThat(workload.topics().partitionsOf(2)).isEqualTo(4);
        assertThat(workload.topics().producersOf(0)).isEqualTo(2);
        assertThat(workload.producers()).isEqualTo(3);
        assertThat(workload.messages().partitionWeights()).isEqualTo(new PartitionWeights(Map.of(0, 0.9), 0.1));
    }

    @Test
    void readsThatNothingIsProduced() throws IOException {
        for (String spelling : List.of(
                "existingConsumeTopicList: [a, b]",
                "existingTopicList: [a, b]\nproducersPerTopic: 0\nproducerRate: 5")) {
            Workload workload = read(spelling + "\nsubscriptionsPerTopic: 1\nconsumerPerSubscription: 2\n");

            assertThat(workload.isConsumeOnly()).isTrue();
            assertThat(workload.run().audited()).isFalse();
            assertThat(workload.consumers()).isEqualTo(4);
            assertThat(workload.timing().warmup()).isZero();
            assertThat(workload.producerRate()).isInfinite();
        }
    }

    @Test
    void readsThatNothingIsConsumed() throws IOException {
        Workload workload = read("""
            existingProduceTopicList: [a]
            messageSize: 100
            producersPerTopic: 2
            producerRate: 10
            consumerPerSubscription: 2
            """);

        assertThat(workload.consumers()).isZero();
        assertThat(workload.producers()).isEqualTo(2);
    }

    @Test
    void readsKindsOfReaders() throws IOException {
        Workload workload = read(MINIMAL + """
            testDuration: 60s
            subscriptions: [{name: tail, consumers: 3}, {name: recent, from: 30s, startAfter: 20s}]
            """);

        assertThat(workload.subscriptions().each())
                .element(1)
                .isEqualTo(new Subscription(
                        "recent",
                        1,
                        StartPosition.back(30_000_000_000L),
                        OptionalLong.of(20_000_000_000L),
                        0,
                        Map.of()));
        assertThat(workload.consumers()).isEqualTo(3 + 1);
    }

    static Stream<Arguments> contradictions() {
        return WrongInputs.rows("", """
            messageSize: 1_000_000\\nuseRandomizedPayloads: true\\nrandomBytesRatio: 1\\nrandomizedPayloadPoolSize: 10_000
                => randomizedPayloadPoolSize: makes 9536 MiB of payloads with this messageSize, which the heap of each
                worker has to hold
            partitionsPerTopic: 1_000_000 => partitionsPerTopic: makes 1000000 partitions over all topics: brokers and
                clients need memory for each of them; use fewer, unless their number is what you measure
            keys: {cardinality: 3} => keys: makes only 3 different keys for the 4 partitions of a topic: those without a
                key will get no messages
            warmupDuration: 0s\\nwarmupProducerRate: 5 => warmupProducerRate: has no effect without a warm-up; give that
                a duration, or remove this
            warmupDurationMinutes: 0\\nwarmupProducerRate: 5 => warmupProducerRate: has no effect without a warm-up;
                give that a duration, or remove this
            warmupDuration: 0s\\nwarmupUntil: steady => warmupUntil: has no effect without a warm-up; give that a
                duration, or remove this
            testDuration: 5s\\nsampleRateMillis: 5001 => sampleRateMillis: is longer than the whole test of 5s, which is
                then one shorter interval
            testDurationMinutes: 1\\nlogIntervalMillis: 60001 => logIntervalMillis: is longer than the whole test of 1m,
                which is then one shorter interval
            consumerPerSubscription: 2 => consumerPerSubscription: has no effect without a subscription, as in OMB: set
                subscriptionsPerTopic to 1 or more to consume
            subscriptionsPerTopic: 1\\nconsumerPerSubscription: 6 => consumerPerSubscription: is more than the 4
                partitions of a topic: 2 consumers of each subscription will get no messages
            subscriptionsPerTopic: 1\\nconsumerPerSubscription: 2\\nconsumerProcessingTime: 500us =>
                consumerProcessingTime: lets the 2 consumers of a subscription handle at most 4000 messages/s, less than
                the producerRate: the backlog will grow
            """);
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void warnsOfFieldsThatContradictEachOther(String fields, String warning) throws IOException {
        read(minimal(fields));

        assertThat(problems.warnings())
                .map(problem -> problem.field() + ": " + problem.message())
                .containsExactly(warning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys: {cardinality: 4}",
                "keys: {distributor: NO_KEY}",
                "warmupDuration: 0s",
                "warmupDuration: 0s\nwarmupProducerRate: -1",
                "warmupProducerRate: 5",
                "testDuration: 5s\nsampleRateMillis: 5000",
                "testDuration: 5s",
                "testDuration: 0s\nsampleRateMillis: 5000",
                "partitionsPerTopic: 999_999",
            })
    void doesNotWarnOfFieldsThatGoTogether(String fields) throws IOException {
        read(minimal(fields));

        assertThat(problems.warnings()).isEmpty();
    }

    /** These fields, and those of the smallest file that they do not replace. */
    private static String minimal(String fields) {
        return MINIMAL.lines()
                        .filter(line -> !("\n" + fields).contains("\n" + line.split(" ", 2)[0]))
                        .collect(Collectors.joining("\n"))
                + "\n" + fields + "\n";
    }

    private Workload read(String text) throws IOException {
        Optional<Workload> workload = WorkloadFile.read(write(text), folder, problems);
        assertThat(problems.errors()).isEqualTo(List.of());
        return workload.orElseThrow();
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("workload.yaml"), text);
    }

    private PayloadSpec payload(String text) throws IOException {
        return read(text).messages().payload();
    }

    private static PayloadSpec payload(Optional<Workload> workload) {
        return workload.orElseThrow().messages().payload();
    }

    private static PayloadSpec given(byte[]... contents) {
        return PayloadSpec.of(List.of(contents));
    }
}
