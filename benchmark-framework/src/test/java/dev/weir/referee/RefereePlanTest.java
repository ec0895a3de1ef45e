package dev.weir.referee;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.referee.RefereeKind;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.RunSettings;
import dev.weir.workload.Subscription;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Timing;
import dev.weir.workload.TopicLayout;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.load.ClosedLoop;
import dev.weir.workload.load.ConsumeOnly;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.OpenLoop;
import dev.weir.workload.load.Rate;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefereePlanTest {
    private static final String LOAD = """
        topics: 1
        partitionsPerTopic: 4
        messageSize: 100
        producersPerTopic: 1
        warmupDuration: 2s
        testDuration: 4s
        """;
    private static final String CONSUMED = "subscriptionsPerTopic: 1\nconsumerPerSubscription: 1\n";
    private static final String RATE = "producerRate: 1000\n";

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    /** What a new field means to a referee has to be decided before its name goes in here. */
    @Test
    void everyPartOfAWorkloadIsDecidedUpon() {
        assertThat(Stream.of(
                                Workload.class,
                                TopicLayout.class,
                                MessageSpec.class,
                                Subscriptions.class,
                                Subscription.class,
                                OpenLoop.class,
                                ClosedLoop.class,
                                ConsumeOnly.class,
                                Timing.class,
                                PhaseSpec.class,
                                RunSettings.class,
                                LoadShape.class,
                                PayloadSpec.class,
                                KeySpec.class)
                        .flatMap(part -> Stream.of(part.getRecordComponents()))
                        .map(RecordComponent::getName))
                .isSubsetOf("name topics messages subscriptions load timing phases run"
                        .concat(" count partitionsPerTopic partitionList producersPerTopic producerList existing"
                                + " connections")
                        .concat(" keys payload partitionWeights headers each consumers from startAfterNanos"
                                + " processingNanos consumerConfig members share")
                        .concat(" rate warmupRate shape transactions pipeline warmup test sampleInterval")
                        .concat(" warmupEnd warmupSettle retention backlog")
                        .concat(" thresholds audited hooks brokerMetrics faults outlivesWorkers profile seed")
                        .concat(" arrival burstPeriodNanos skipsLate inFlight pacingPrecisionNanos recordsPerRequest"
                                + " readRatio")
                        .concat(" messageSize contentsBase64 randomBytesRatio poolSize sizes fresh stampInHeader")
                        .concat(" distributor cardinality skew size")
                        .split(" ", -1));
    }

    @Test
    void choosesTheProducerToolForAnyOpenLoad() throws IOException {
        RefereePlan plan = plan(LOAD + RATE, Optional.empty()).orElseThrow();

        assertThat(plan.kind()).isEqualTo(RefereeKind.PRODUCER);
        assertThat(plan.leftOut()).isEmpty();
        assertThat(plan.load().producerRate()).isEqualTo(1000);
        assertThat(plan.load().run().audited()).isTrue();
    }

    @Test
    void skipsFieldsThatTheProducerToolLacks() throws IOException {
        RefereePlan plan = plan(
                        LOAD.replace("producersPerTopic: 1", "producersPerTopic: 3") + CONSUMED + RATE
                                + "warmupProducerRate: 10\n"
                                + "hooks: {beforeRun: 'true'}\n"
                                + "thresholds: [achievedRate >= 900]\n"
                                + "catchUp: skip\n"
                                + "brokerMetrics: [http://h:9100]\n"
                                + "faults: [{at: 1s, action: kill}]\n",
                        Optional.empty())
                .orElseThrow();

        assertThat(plan.leftOut())
                .containsExactlyInAnyOrder(
                        "thresholds: only the default ones are judged",
                        "hooks: their commands are not run",
                        "brokerMetrics: no endpoint is sampled",
                        "faults: no broker fails",
                        "producers: both have one, which sends at the whole rate",
                        "warmupProducerRate: both warm up at the producerRate",
                        "catchUp: the tool catches up, and so does Weir here",
                        "consumers: neither side has consumers; the tool has a producer and nothing else");
        Workload load = plan.load();
        assertThat(load.producers()).isEqualTo(1);
        assertThat(load.consumers()).isZero();
        assertThat(load.load().warmupRate().atBegin()).isEqualTo(1000);
        assertThat(load.load().shape().skipsLate()).isFalse();
        assertThat(load.run().hooks().isEmpty()).isTrue();
        assertThat(load.run().thresholds()).isEmpty();
        assertThat(load.load().rate()).isEqualTo(new Rate.Fixed(1000));
        assertThat(load.topics().partitionsPerTopic()).isEqualTo(4);
    }

    @Test
    void choosesTheEndToEndToolForAClosedLoopOfOne() throws IOException {
        RefereePlan plan =
                plan(LOAD + CONSUMED + "mode: closed\n", Optional.empty()).orElseThrow();

        assertThat(plan.kind()).isEqualTo(RefereeKind.END_TO_END);
        assertThat(plan.load().load().shape().inFlight()).isEqualTo(1);
        assertThat(plan.load().consumers()).isEqualTo(1);
        assertThat(plan.load().load().isScheduled()).isFalse();
    }

    @Test
    void reportsThatTheToolFromEndToEndKeepsNoRate() throws IOException {
        RefereePlan plan = plan(LOAD + CONSUMED + RATE, Optional.of(RefereeKind.END_TO_END))
                .orElseThrow();

        assertThat(plan.leftOut())
                .containsExactly("producerRate: only Weir's side has one, from the file; the tool sends the next "
                        + "message when it has received the previous one");
        assertThat(plan.load().producerRate()).isEqualTo(1000);
    }

    @Test
    void reportsWhichSideIsNotCompiledYet() throws IOException {
        RefereePlan plan = plan(LOAD + RATE, Optional.empty()).orElseThrow();

        assertThat(plan.differences(1)).isEmpty();
        assertThat(plan.differences(2))
                .singleElement()
                .asString()
                .startsWith("JVM: the tool starts a new one each time, whose code is not compiled yet until its "
                        + "warm-up is over;");
    }

    @Test
    void choosesTheConsumerToolForABacklog() throws IOException {
        RefereePlan plan = plan(LOAD + CONSUMED + RATE + "consumerBacklogSizeGB: 1\n", Optional.empty())
                .orElseThrow();

        assertThat(plan.kind()).isEqualTo(RefereeKind.CONSUMER);
        assertThat(plan.messagesToFill()).isEqualTo((1L << 30) / 100);
        Workload reading = plan.reading("t", Duration.ofSeconds(7));
        assertThat(reading.isConsumeOnly()).isTrue();
        assertThat(reading.topics().existing()).containsExactly("t");
        assertThat(reading.timing().test()).contains(Duration.ofSeconds(7));
        assertThat(reading.phases()).isEqualTo(PhaseSpec.PLAIN);
    }

    @Test
    void readsABacklogAsAShareGroupWithAsManyConsumersAsTheFileHas() throws IOException {
        String load = LOAD + CONSUMED.replace("Subscription: 1", "Subscription: 3") + RATE;
        RefereePlan plan = plan(load + "consumerBacklogSizeGB: 1\n", Optional.of(RefereeKind.SHARE_CONSUMER))
                .orElseThrow();

        assertThat(plan.leftOut())
                .contains("consumer group: both read as a share group, and accept the messages of a poll with the next")
                .noneMatch(line -> line.startsWith("consumers:"));
        assertThat(plan.consumers()).isEqualTo(3);
        Workload reading = plan.reading("t", Duration.ofSeconds(7));
        assertThat(reading.isConsumeOnly()).isTrue();
        assertThat(reading.subscriptions().each()).singleElement().satisfies(kind -> {
            assertThat(kind.consumers()).isEqualTo(3);
            assertThat(kind.share())
                    .hasValueSatisfying(share -> assertThat(share.explicit()).isFalse());
        });
    }

    @Test
    void readsATopicThatExistsAsItIs() throws IOException {
        RefereePlan plan = plan(
                        "existingConsumeTopicList: [t]\ntopics: 0\n" + CONSUMED + "testDuration: 1s\n",
                        Optional.empty())
                .orElseThrow();

        assertThat(plan.kind()).isEqualTo(RefereeKind.CONSUMER);
        assertThat(plan.messagesToFill()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        topics: 2                        | topics: must be 1: a tool has one topic, got 2
        keys: {size: 8}                  | keys: cannot be: the tool's messages have none
        messageSize: 0                   | messageSize: must be at least 1: the tool sends no empty ones
        arrival: poisson                 | arrival: must be uniform: the tool supports no other, got poisson
        testDuration: 0s                 | testDuration: must be more than 0s: the tool needs a number of messages
        retention: {duration: 1h}        | retention: is set for a run's own topics, which the tool's is not: remove it, or set it in the driver's topicConfig
        warmupUntil: steady              | warmupUntil: cannot be: the tool warms up for a number of messages; remove it
        sweep: {messageSize: [1, 2]}     | leads to 2 runs: a referee takes a file that is one load
        transactions: {messages: 2}      | transactions: cannot be: no tool of Kafka's measures transactions
        recordsPerRequest: 2             | recordsPerRequest: cannot be: a tool sends messages one by one, and reads nothing in between
        producerRate: 0                  | producerRate: must not be searched: name one, or max
        """)
    void refusesWorkloadsThatWouldBecomeAnotherLoad(String field, String message) throws IOException {
        String name = field.substring(0, field.indexOf(':'));
        String file = (LOAD + RATE).replaceAll("(?m)^" + name + ":.*\n", "") + field + "\n";

        assertThat(plan(file, Optional.empty())).isEmpty();
        String line = message.startsWith(name) ? ":" + file.lines().count() : "";
        assertThat(problems.errors())
                .extracting(Problem::toString)
                .containsExactly(folder.resolve("w.yaml") + line + ": " + message);
    }

    @Test
    void findsTheLineOfAFieldUnderItsOtherName() throws IOException {
        assertThat(plan(LOAD + RATE + "keyDistributor: KEY_ROUND_ROBIN\n", Optional.empty()))
                .isEmpty();

        assertThat(problems.errors()).extracting(Problem::line).containsExactly(8);
    }

    @Test
    void refusesLoadsThatTheToolAskedForHasNoPartIn() throws IOException {
        assertThat(plan(LOAD + RATE, Optional.of(RefereeKind.END_TO_END))).isEmpty();
        assertThat(plan(LOAD + RATE, Optional.of(RefereeKind.CONSUMER))).isEmpty();
        assertThat(plan(LOAD + CONSUMED + "mode: closed\ninFlight: 2\n", Optional.empty()))
                .isEmpty();

        assertThat(problems.errors())
                .extracting(Problem::field)
                .containsExactly("subscriptionsPerTopic", "consumerBacklogSizeGB", "subscriptionsPerTopic", "mode");
    }

    @Test
    void keepsKeysOfOneKindOnly() throws IOException {
        assertThat(plan(LOAD + RATE + "keyDistributor: " + KeyDistributor.NO_KEY + "\n", Optional.empty()))
                .isPresent();
    }

    private Optional<RefereePlan> plan(String text, Optional<RefereeKind> tool) throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), text);
        var reading = new Problems();
        var series = WorkloadFile.readAll(file, reading);
        assertThat(reading.errors()).isEmpty();
        return RefereePlan.of(series.orElseThrow(), tool, problems);
    }
}
