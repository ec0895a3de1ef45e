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
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigCheckTest {
    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule";
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

    /** Sections and properties of a driver file, and its only problem. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "commonConfig|request.timeout.ms=soon|commonConfig.request.timeout.ms: ",
                "topicConfig|min.insync.replicas=2|topicConfig.min.insync.replicas: ",
                "producerConfig|transactional.id=mine|producerConfig.transactional.id: transactional.id must not be set",
                "producerConfig|acks=2|producerConfig.acks: ",
                "producerConfig|linger.ms=1ms|producerConfig.linger.ms: ",
                "producerConfig|enable.idempotence=true;max.in.flight.requests.per.connection=10|"
                        + "producerConfig.max.in.flight.requests.per.connection: .* at most 5",
                "producerConfig|delivery.timeout.ms=30000;linger.ms=1|producerConfig.delivery.timeout.ms:"
                        + " delivery.timeout.ms must be at least linger.ms . request.timeout.ms, 30001, got 30000",
                "consumerConfig|fetch.min.bytes=many|consumerConfig.fetch.min.bytes: ",
                "consumerConfig|session.timeout.ms=3000|consumerConfig.session.timeout.ms:"
                        + " heartbeat.interval.ms must be less than session.timeout.ms, 3000, got 3000",
                "consumerConfig|heartbeat.interval.ms=50000|consumerConfig.heartbeat.interval.ms: ",
                "consumerConfig|session.timeout.ms=3001|",
                "consumerConfig|group.id=benchGroup|warning consumerConfig.group.id: group.id has no effect",
            })
    void reportsTheOneProblem(String section, String properties, @Nullable String expected) {
        Map<String, String> given = new TreeMap<>();
        for (String each : properties.split(";", -1)) {
            given.put(each.split("=", 2)[0], each.split("=", 2)[1]);
        }
        Map<String, String> common = new TreeMap<>(COMMON);
        common.putAll(section.equals("commonConfig") ? given : Map.of());

        var texts = problems(
                        section.equals("topicConfig") ? given : Map.of(),
                        common,
                        section.equals("producerConfig") ? given : Map.of(),
                        section.equals("consumerConfig") ? given : Map.of())
                .stream()
                .map(each -> (each.refuses() ? "" : "warning ") + each.field() + "." + each.property() + ": "
                        + each.message());
        if (expected == null) {
            assertThat(texts).isEmpty();
        } else {
            assertThat(texts).singleElement().asString().containsPattern("^" + expected);
        }
    }

    @Test
    void findsMisspeltPropertiesAndNamesTheNearest() {
        assertThat(problems(
                        Map.of("retention.mss", "1"),
                        COMMON,
                        Map.of("linger.mss", "1", "batchsize", "1"),
                        Map.of("offsetCommitLingerMS", "5", "max.poll.record", "5")))
                .extracting(ConfigProblem::message)
                .containsExactlyInAnyOrder(
                        "linger.mss is not known, did you mean linger.ms?",
                        "batchsize is not known, did you mean batch.size?",
                        "offsetCommitLingerMS is not known, did you mean offsetCommitLingerMs?",
                        "max.poll.record is not known, did you mean max.poll.records?",
                        "retention.mss is not known, did you mean retention.ms?");
    }

    @Test
    void warnsOfPropertiesThatOnlyAPlugInCanKnow() {
        assertThat(problems(
                        Map.of("redpanda.remote.read", "true"),
                        COMMON,
                        Map.of("confluent.metrics.reporter.topic", "x"),
                        Map.of("key.serializer", "any")))
                .extracting(ConfigProblem::property, ConfigProblem::refuses)
                .containsExactlyInAnyOrder(
                        tuple("redpanda.remote.read", false),
                        tuple("confluent.metrics.reporter.topic", false),
                        tuple("key.serializer", false));
    }

    @Test
    void warnsOfPropertiesThatWeirReplacesAndThatTheProtocolDoesNotUse() {
        Map<String, String> common = new TreeMap<>(COMMON);
        common.put("sasl.jaas.config", PLAIN + " required username=\"a\" password=\"Hunter2\";");

        assertThat(problems(
                        Map.of(),
                        common,
                        Map.of("value.serializer", "io.confluent.kafka.serializers.KafkaAvroSerializer"),
                        Map.of("value.deserializer", ByteArrayDeserializer.class.getName())))
                .allMatch(problem -> !problem.refuses() && problem.message().contains("has no effect"))
                .noneMatch(problem -> problem.message().contains("Hunter2"))
                .extracting(ConfigProblem::property)
                .containsExactlyInAnyOrder("value.serializer", "sasl.jaas.config");
    }

    @Test
    void findsClassesThatClientsCouldNotLoad() {
        Map<String, String> common = new TreeMap<>(COMMON);
        common.put("metric.reporters", "com.example.Reporter");
        common.put("security.protocol", "SASL_PLAINTEXT");
        common.put("sasl.mechanism", "PLAIN");
        common.put("sasl.jaas.config", "com.example.Login required password=\"Hunter2\";");
        String reporter = JmxReporter.class.getName();

        assertThat(problems(
                        Map.of(),
                        common,
                        Map.of("interceptor.classes", "com.example.First," + reporter),
                        Map.of("partition.assignment.strategy", reporter, "interceptor.classes", "com.example.Second")))
                .allMatch(ConfigProblem::refuses)
                .noneMatch(problem -> problem.message().contains("Hunter2"))
                .extracting(ConfigProblem::field, ConfigProblem::property)
                .containsExactlyInAnyOrder(
                        tuple("commonConfig", "metric.reporters"),
                        tuple("commonConfig", "sasl.jaas.config"),
                        tuple("producerConfig", "interceptor.classes"),
                        tuple("consumerConfig", "interceptor.classes"),
                        tuple("consumerConfig", "partition.assignment.strategy"));
        assertThat(problems(Map.of(), COMMON, Map.of("interceptor.classes", reporter), Map.of()))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .contains("must be a class that implements " + ProducerInterceptor.class.getName()));
    }

    @Test
    void refusesALoginThatCannotBeReadWithoutShowingIt() {
        for (String login : List.of(PLAIN + " required password=Hunter2", "Hunter2", PLAIN + " required Hunter2;")) {
            Map<String, String> common = new TreeMap<>(COMMON);
            common.put("security.protocol", "SASL_SSL");
            common.put("sasl.mechanism", "PLAIN");
            common.put("sasl.jaas.config", login);

            assertThat(problems(Map.of(), common, Map.of(), Map.of()))
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message()).contains("cannot be read"))
                    .satisfies(problem -> assertThat(problem.message()).doesNotContain("Hunter2"));
        }
    }

    @Test
    void warnsThatReplicasInSyncDoNotMatterWhereTheLeaderAloneAcknowledges() {
        var topic = Map.of("min.insync.replicas", "2");

        assertThat(problems(topic, COMMON, Map.of("acks", "1", "enable.idempotence", "false"), Map.of()))
                .filteredOn(problem -> !problem.refuses())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("has no effect with acks=1"));
        assertThat(problems(topic, COMMON, Map.of("acks", "all"), Map.of()))
                .filteredOn(problem -> !problem.refuses())
                .isEmpty();
    }

    @Test
    void refusesPlaceholdersWithoutShowingThem() {
        var common = new TreeMap<>(COMMON);
        common.put("security.protocol", "SASL_SSL");
        common.put("sasl.jaas.config", "any.Module required username=\"u\" password=\"CHANGE-ME\";");

        assertThat(problems(Map.of(), common, Map.of("ssl.key.password", "CHANGE-ME"), Map.of()))
                .allMatch(ConfigProblem::refuses)
                .extracting(ConfigProblem::property, ConfigProblem::message)
                .containsExactly(
                        tuple(
                                "sasl.jaas.config",
                                "sasl.jaas.config still has CHANGE-ME in it: put your own value in its place"),
                        tuple(
                                "ssl.key.password",
                                "ssl.key.password still has CHANGE-ME in it: put your own value in its place"));
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
    void reportsAllErrorsOfTheClientAtOnce() {
        assertThat(problems(Map.of(), COMMON, Map.of("acks", "quorum", "linger.ms", "1ms"), Map.of()))
                .filteredOn(ConfigProblem::refuses)
                .extracting(ConfigProblem::property)
                .contains("acks", "linger.ms");
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
