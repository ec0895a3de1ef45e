package dev.weir.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.loading.Drivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigCheckTest {
    private static final Map<String, String> COMMON = Map.of("bootstrap.servers", "127.0.0.1:9092");

    @Test
    void isFoundByItsNameAndByTheClassThatOmbNames() {
        var drivers = Drivers.onClassPath();
        assertThat(drivers.find("kafka")).containsInstanceOf(KafkaDriverFactory.class);
        assertThat(drivers.find("io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver"))
                .containsInstanceOf(KafkaDriverFactory.class);
    }

    @Test
    void missesTheBootstrapServers() {
        assertThat(problems(Map.of(), Map.of(), Map.of(), Map.of()))
                .singleElement()
                .satisfies(problem -> assertThat(problem.property()).isEqualTo("bootstrap.servers"));
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
        Map<String, Map<String, String>> given = new TreeMap<>();
        given.put("common", new TreeMap<>(COMMON));
        for (String each : properties.split(" \\+ ", -1)) {
            String[] words = each.split("[.=]", 2);
            String name = words[1].substring(0, words[1].indexOf('='));
            given.computeIfAbsent(words[0], absent -> new TreeMap<>()).put(name, words[1].substring(name.length() + 1));
        }

        List<String> texts = problems(
                        given.getOrDefault("topic", Map.of()),
                        given.getOrDefault("common", Map.of()),
                        given.getOrDefault("producer", Map.of()),
                        given.getOrDefault("consumer", Map.of()))
                .stream()
                .map(each -> (each.refuses() ? "" : "warning ") + each.field() + "." + each.property() + ": "
                        + each.message())
                .sorted()
                .toList();
        List<String> patterns = expected == null ? List.of() : List.of(expected.split(" \\+ ", -1));
        assertThat(texts)
                .noneMatch(text -> text.contains("Hunter2"))
                .zipSatisfy(patterns, (text, pattern) -> assertThat(text).containsPattern("^" + pattern));
    }

    /** Of those that only the workers need it can only be guessed. */
    @Test
    void searchesForFilesOfKeys(@TempDir Path folder) throws IOException {
        String missing = folder.resolve("ca.pem").toString();
        var common = new TreeMap<>(COMMON);
        common.put("security.protocol", "SSL");
        common.put("ssl.truststore.location", missing);
        Map<String, String> producer = Map.of("ssl.keystore.location", missing);

        assertThat(problems(Map.of(), common, producer, Map.of()))
                .extracting(ConfigProblem::message, ConfigProblem::refuses)
                .containsExactly(
                        tuple(
                                "ssl.truststore.location must be a file, and there is none on this host: " + missing,
                                true),
                        tuple(
                                "ssl.keystore.location must be a file, and there is none on this host: " + missing,
                                false));

        Files.createFile(Path.of(missing));
        assertThat(problems(Map.of(), common, producer, Map.of())).isEmpty();
    }

    @Test
    void refusesAddressesThatAreNone() {
        for (String servers : List.of("broker", "a:1,", "{{ bootstrap }}", "a:b")) {
            assertThat(problems(Map.of(), Map.of("bootstrap.servers", servers), Map.of(), Map.of()))
                    .as(servers)
                    .anySatisfy(problem -> assertThat(problem.message()).contains("must be addresses host:port,..."));
        }
        for (String servers : List.of("a:1", "a:1, b-2.example.org:65535", "[::1]:9092", "SASL_SSL://10.0.0.1:9")) {
            assertThat(problems(Map.of(), Map.of("bootstrap.servers", servers), Map.of(), Map.of()))
                    .as(servers)
                    .isEmpty();
        }
    }

    @Test
    void fillsTheZoneIntoTheClientIdOrRemovesTheTemplate() {
        var producer = Map.of("client.id", "load-{zone.id}");
        assertThat(ClientProperties.forProducer(config(Map.of(), COMMON, producer, Map.of()), "p-1"))
                .containsEntry("client.id", "load-" + System.getProperty("zone.id", ""));
        assertThat(ClientProperties.forProducer(config(Map.of(), COMMON, Map.of(), Map.of()), "p-1"))
                .containsEntry("client.id", "p-1");
    }

    @ParameterizedTest
    @CsvSource({"client.rack, rack-{zone.id}, rack-", "group.instance.id, c-{consumer}, c-run-consumer-3"})
    void fillsTemplatesOfConsumers(String name, String value, String expected) {
        DriverConfig config = config(Map.of(), COMMON, Map.of(), Map.of(name, value));

        assertThat(ClientProperties.forConsumer(config, new ConsumerSpec("run-consumer-3", "topic", 1, "group")))
                .containsEntry(name, expected + (value.contains("zone") ? System.getProperty("zone.id", "") : ""));
    }

    @Test
    void keepsThePseudoPropertyFromTheClient() {
        var consumer = Map.of("enable.auto.commit", "false", "offsetCommitLingerMs", "250");
        DriverConfig config = config(Map.of(), COMMON, Map.of(), consumer);
        assertThat(ClientProperties.forConsumer(config, new ConsumerSpec("c-1", "t", 1, "s")))
                .doesNotContainKey("offsetCommitLingerMs");
        assertThat(CommitPolicy.of(config)).isEqualTo(new CommitPolicy(true, 250_000_000));
        assertThat(CommitPolicy.of(config(Map.of(), COMMON, Map.of(), Map.of())).ours())
                .isFalse();
    }

    private static List<ConfigProblem> problems(
            Map<String, String> topic,
            Map<String, String> common,
            Map<String, String> producer,
            Map<String, String> consumer) {
        return new KafkaDriverFactory().problems(config(topic, common, producer, consumer));
    }

    private static DriverConfig config(
            Map<String, String> topic,
            Map<String, String> common,
            Map<String, String> producer,
            Map<String, String> consumer) {
        return new DriverConfig(
                "test",
                "kafka",
                new TopicConfig(1, false, topic),
                new ClientConfig(common, producer, consumer),
                Map.of());
    }
}
