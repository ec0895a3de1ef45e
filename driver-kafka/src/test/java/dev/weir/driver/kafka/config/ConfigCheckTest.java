package dev.weir.driver.kafka.config;

import static dev.weir.driver.kafka.config.GivenConfig.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ClientUse.MessageBytes;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.KafkaDriverFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.server.common.Feature;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found wrong with a configuration, by itself and for the load of a run. */
class ConfigCheckTest {
    @Test
    void missesTheBootstrapServers() {
        assertThat(new KafkaDriverFactory().problems(DriverConfig.of("kafka")))
                .extracting(ConfigProblem::property)
                .containsExactly("bootstrap.servers");
    }

    /** Properties of a driver file, and how each problem with them begins, in alphabetical order; no problem shows a secret. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            common.request.timeout.ms=soon | commonConfig.request.timeout.ms:
            topic.min.insync.replicas=2 | topicConfig.min.insync.replicas:
            producer.transactional.id=mine | producerConfig.transactional.id: transactional.id must not be set
            producer.acks=2 | producerConfig.acks:
            producer.linger.ms=1ms | producerConfig.linger.ms:
            producer.acks=quorum + producer.linger.ms=1ms | producerConfig.acks: + producerConfig.linger.ms:
            producer.enable.idempotence=true + producer.max.in.flight.requests.per.connection=10 | producerConfig.max.in.flight.requests.per.connection: .* at most 5
            producer.delivery.timeout.ms=30000 + producer.linger.ms=1 | producerConfig.delivery.timeout.ms: delivery.timeout.ms must be at least linger.ms . request.timeout.ms, 30001, got 30000
            consumer.fetch.min.bytes=many | consumerConfig.fetch.min.bytes:
            consumer.session.timeout.ms=3000 | consumerConfig.session.timeout.ms: heartbeat.interval.ms must be less than session.timeout.ms, 3000, got 3000
            consumer.heartbeat.interval.ms=50000 | consumerConfig.heartbeat.interval.ms:
            consumer.session.timeout.ms=3001 |
            consumer.group.id=benchGroup | warning consumerConfig.group.id: group.id has no effect
            topic.min.insync.replicas=2 + producer.acks=all | topicConfig.min.insync.replicas:
            topic.min.insync.replicas=2 + producer.acks=1 + producer.enable.idempotence=false | warning topicConfig.min.insync.replicas: .*has no effect with acks=1
            topic.retention.mss=1 + producer.linger.mss=1 + producer.batchsize=1 | producerConfig.batchsize: batchsize is not known, did you mean batch.size.$ + producerConfig.linger.mss: linger.mss is not known, did you mean linger.ms.$ + topicConfig.retention.mss: retention.mss is not known, did you mean retention.ms.$
            consumer.offsetCommitLingerMS=5 + consumer.max.poll.record=5 | consumerConfig.max.poll.record: max.poll.record is not known, did you mean max.poll.records.$ + consumerConfig.offsetCommitLingerMS: offsetCommitLingerMS is not known, did you mean offsetCommitLingerMs.$
            # Only a plug-in can know these.
            topic.redpanda.remote.read=true + producer.confluent.metrics.reporter.topic=x + consumer.key.serializer=any | warning consumerConfig.key.serializer: + warning producerConfig.confluent.metrics.reporter.topic: + warning topicConfig.redpanda.remote.read:
            # Weir replaces these, and the protocol does not use them.
            common.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="a" password="Hunter2"; + producer.value.serializer=io.confluent.kafka.serializers.KafkaAvroSerializer + consumer.value.deserializer=org.apache.kafka.common.serialization.ByteArrayDeserializer | warning .*sasl.jaas.config: .*has no effect + warning .*value.serializer: .*has no effect
            # No client could load these classes.
            common.metric.reporters=com.example.Reporter + common.security.protocol=SASL_PLAINTEXT + common.sasl.mechanism=PLAIN + common.sasl.jaas.config=com.example.Login required password="Hunter2"; + producer.interceptor.classes=com.example.First,org.apache.kafka.common.metrics.JmxReporter + consumer.partition.assignment.strategy=org.apache.kafka.common.metrics.JmxReporter + consumer.interceptor.classes=com.example.Second | commonConfig.metric.reporters: + commonConfig.sasl.jaas.config: + consumerConfig.interceptor.classes: + consumerConfig.partition.assignment.strategy: + producerConfig.interceptor.classes:
            producer.interceptor.classes=org.apache.kafka.common.metrics.JmxReporter | producerConfig.interceptor.classes: .*must be a class that implements org.apache.kafka.clients.producer.ProducerInterceptor
            common.security.protocol=SASL_SSL + common.sasl.mechanism=PLAIN + common.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required password=Hunter2 | commonConfig.sasl.jaas.config: .*cannot be read
            common.security.protocol=SASL_SSL + common.sasl.mechanism=PLAIN + common.sasl.jaas.config=Hunter2 | commonConfig.sasl.jaas.config: .*cannot be read
            common.security.protocol=SASL_SSL + common.sasl.mechanism=PLAIN + common.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required Hunter2; | commonConfig.sasl.jaas.config: .*cannot be read
            common.security.protocol=SASL_SSL + common.sasl.jaas.config=any.Module required username="u" password="CHANGE-ME"; + producer.ssl.key.password=CHANGE-ME | commonConfig.sasl.jaas.config: sasl.jaas.config still has CHANGE-ME in it: put your own value in its place$ + producerConfig.ssl.key.password: ssl.key.password still has CHANGE-ME in it: put your own value in its place$
            """)
    void reportsTheProblemsAndNoOthers(String properties, @Nullable String expected) {
        assertProblems(problems(properties.split(" \\+ ", -1)), expected);
    }

    private static void assertProblems(List<ConfigProblem> problems, @Nullable String expected) {
        List<String> texts = problems.stream()
                .map(each -> (each.refuses() ? "" : "warning ") + each.field() + "." + each.property() + ": "
                        + each.message())
                .sorted()
                .toList();
        List<String> patterns = expected == null ? List.of() : List.of(expected.split(" \\+ ", -1));
        assertThat(texts)
                .noneMatch(text -> text.contains("Hunter2"))
                .zipSatisfy(patterns, (text, pattern) -> assertThat(text).containsPattern("^" + pattern));
    }

    /** Such a file has no addresses, without which the client cannot be parsed. */
    @ParameterizedTest
    @CsvSource({
        "producer.delivery.timeout.ms=30000",
        "consumer.session.timeout.ms=3000",
        "consumer.heartbeat.interval.ms=50000"
    })
    void checksTimeoutsForEmbeddedClusters(String property) {
        DriverConfig embedded = config(property).withCommonConfig(Map.of()).withSettings(Map.of("embedded", "true"));

        assertThat(new KafkaDriverFactory().problems(embedded))
                .singleElement()
                .matches(problem -> property.contains("." + problem.property() + "="));
    }

    /** Of those that only the workers need it can only be guessed. */
    @Test
    void searchesForFilesOfKeys(@TempDir Path folder) throws IOException {
        String missing = folder.resolve("ca.pem").toString();
        String[] properties = {
            "common.security.protocol=SSL",
            "common.ssl.truststore.location=" + missing,
            "producer.ssl.keystore.location=" + missing
        };

        assertThat(problems(properties))
                .extracting(ConfigProblem::message, ConfigProblem::refuses)
                .containsExactly(
                        tuple(
                                "ssl.truststore.location must be a file, and there is none on this host: " + missing,
                                true),
                        tuple(
                                "ssl.keystore.location must be a file, and there is none on this host: " + missing,
                                false));

        Files.createFile(Path.of(missing));
        assertThat(problems(properties)).isEmpty();
    }

    @Test
    void refusesAddressesThatAreNone() {
        for (String servers : List.of("broker", "a:1,", "{{ bootstrap }}", "a:b")) {
            assertThat(problems("common.bootstrap.servers=" + servers))
                    .as(servers)
                    .anySatisfy(problem -> assertThat(problem.message()).contains("must be addresses host:port,..."));
        }
        for (String servers : List.of("a:1", "a:1, b-2.example.org:65535", "[::1]:9092", "SASL_SSL://10.0.0.1:9")) {
            assertThat(problems("common.bootstrap.servers=" + servers))
                    .as(servers)
                    .isEmpty();
        }
    }

    @Test
    void fillsTheZoneIntoTheClientIdOrRemovesTheTemplate() {
        assertThat(ClientProperties.forProducer(config("producer.client.id=load-{zone.id}"), "p-1"))
                .containsEntry("client.id", "load-" + System.getProperty("zone.id", ""));
        assertThat(ClientProperties.forProducer(config(), "p-1")).containsEntry("client.id", "p-1");
    }

    @ParameterizedTest
    @CsvSource({"client.rack, rack-{zone.id}, rack-", "group.instance.id, c-{consumer}, c-run-consumer-3"})
    void fillsTemplatesOfConsumers(String name, String value, String expected) {
        assertThat(ClientProperties.forConsumer(
                        config("consumer." + name + "=" + value),
                        new ConsumerSpec("run-consumer-3", "topic", 1, "group")))
                .containsEntry(name, expected + (value.contains("zone") ? System.getProperty("zone.id", "") : ""));
    }

    @Test
    void keepsThePseudoPropertyFromTheClient() {
        DriverConfig config = config("consumer.enable.auto.commit=false", "consumer.offsetCommitLingerMs=250");
        assertThat(ClientProperties.forConsumer(config, new ConsumerSpec("c-1", "t", 1, "s")))
                .doesNotContainKey("offsetCommitLingerMs");
        assertThat(ClientProperties.CommitPolicy.of(config))
                .isEqualTo(new ClientProperties.CommitPolicy(true, 250_000_000));
        assertThat(ClientProperties.CommitPolicy.of(config()).ours()).isFalse();
    }

    /** If a new version of Kafka has other features, change the table. */
    @Test
    void hasTheFeaturesOfTheEmbeddedKafka() {
        assertThat(FeatureNames.OF_EMBEDDED)
                .isEqualTo(Feature.PRODUCTION_FEATURES.stream()
                        .filter(feature -> !FeatureNames.ONLY_RAISED.contains(feature.featureName()))
                        .collect(Collectors.toMap(Feature::featureName, feature -> (int) feature.latestProduction())));
    }

    @Test
    void refusesVersionsThatAreNoneAndFeaturesThatOnlyGrow() {
        assertThat(FeatureNames.problems(DriverConfig.of("kafka")
                        .withClusterConfig(Map.of(
                                "feature.transaction.version", "two",
                                "feature.metadata.version", "25",
                                "feature.share.version", "1",
                                "log.retention.ms", "1000"))))
                .extracting(ConfigProblem::message)
                .containsExactlyInAnyOrder(
                        "feature.transaction.version must be the version of the feature, a whole number, 0 for none,"
                                + " got two",
                        "feature.metadata.version cannot be lowered again after the run: remove it");
    }

    @Test
    void refusesFeaturesThatTheEmbeddedKafkaLacks() {
        assertThat(FeatureNames.problemsOnEmbedded(DriverConfig.of("kafka")
                        .withClusterConfig(Map.of(
                                "feature.transaction.version", "3",
                                "feature.shared.version", "1",
                                "feature.group.version", "0"))))
                .extracting(problem -> problem.property() + ": " + problem.message())
                .containsExactlyInAnyOrder(
                        "feature.transaction.version: feature.transaction.version must be in [0, 2] on the embedded"
                                + " Kafka, got 3",
                        "feature.shared.version: feature.shared.version is no feature of the embedded Kafka, which has"
                                + " feature.eligible.leader.replicas.version, feature.group.version,"
                                + " feature.share.version, feature.streams.version, feature.transaction.version;"
                                + " did you mean feature.share.version?");
    }

    /** The limits are those of Kafka's own producer and broker, to the byte. */
    @ParameterizedTest
    @CsvSource({"-1, 100, false", "10, 100, true", "1024, 2097152, false", "-1, 1048576, true"})
    void countsWhatTheClientAndTheBrokerCount(int key, int value, boolean header) {
        byte[] keyBytes = key < 0 ? null : new byte[key];
        Header[] headers = header ? new Header[] {new RecordHeader("weir", new byte[32])} : new Header[0];
        int atClient = AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE, CompressionType.NONE, keyBytes, new byte[value], headers);
        int atBroker = MemoryRecords.withRecords(
                        Compression.NONE, new SimpleRecord(1, keyBytes, new byte[value], headers))
                .sizeInBytes();
        var message = new MessageBytes(key, value, header ? Map.of("weir", 32) : Map.of());

        assertThat(errors(with(atClient, atBroker), message)).isEmpty();
        assertThat(errors(with(atClient - 1, atBroker), message))
                .singleElement()
                .matches(problem -> problem.property().equals("max.request.size"))
                .matches(problem -> problem.message().contains("at least " + atClient));
        assertThat(errors(with(atClient, atBroker - 1), message))
                .singleElement()
                .matches(problem -> problem.property().equals("max.message.bytes"))
                .matches(problem -> problem.message().contains("at least " + atBroker));
    }

    /** @param newTopics whether the run creates its topics */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            producer.max.request.size=3000000 | 2000000 | true | false | 1 | warning topicConfig.max.message.bytes: .*1048588 by default
            producer.max.request.size=3000000 + producer.compression.type=lz4 + topic.max.message.bytes=1000 | 2000000 | true | false | 1 | warning topicConfig.max.message.bytes:
            producer.max.request.size=3000000 + topic.max.message.bytes=1000 | 2000000 | false | false | 1 |
            producer.buffer.memory=50000 | 60000 | true | false | 1 | producerConfig.buffer.memory:
            topic.segment.bytes=50000 | 60000 | true | false | 1 | topicConfig.segment.bytes:
            common.acks=1 + producer.enable.idempotence=false + consumer.isolation.level=read_uncommitted | 100 | true | true | 1 | commonConfig.acks: + producerConfig.enable.idempotence: + warning consumerConfig.isolation.level:
            consumer.group.instance.id=one | 100 | true | false | 2 | consumerConfig.group.instance.id: .*write one-\\{consumer}
            consumer.group.instance.id=one | 100 | true | false | 1 |
            consumer.group.instance.id=c-{consumer} | 100 | true | false | 2 |
            """)
    void reportsTheProblemsOfALoadAndNoOthers(
            String properties,
            int payload,
            boolean newTopics,
            boolean transactional,
            int members,
            @Nullable String expected) {
        var largest = Optional.of(new MessageBytes(-1, payload, Map.of()));
        var use = new ClientUse(largest, newTopics, transactional, members);

        assertProblems(UseCheck.problems(config(properties.split(" \\+ ", -1)), use), expected);
    }

    @Test
    void transactionsNeedKafkasClient() {
        assertThat(UseCheck.problems(
                        DriverConfig.of("kafka").withSettings(Map.of("client", "wire")),
                        new ClientUse(Optional.empty(), true, true, 1)))
                .extracting(ConfigProblem::field)
                .containsExactly("client");
    }

    private static List<ConfigProblem> errors(DriverConfig config, MessageBytes message) {
        return UseCheck.problems(config, new ClientUse(Optional.of(message), true, false, 1)).stream()
                .filter(ConfigProblem::refuses)
                .toList();
    }

    private static DriverConfig with(int maxRequest, int maxMessage) {
        return config("producer.max.request.size=" + maxRequest, "topic.max.message.bytes=" + maxMessage);
    }

    private static List<ConfigProblem> problems(String... properties) {
        return new KafkaDriverFactory().problems(config(properties));
    }
}
