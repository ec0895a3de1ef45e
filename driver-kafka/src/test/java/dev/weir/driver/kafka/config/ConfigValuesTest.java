package dev.weir.driver.kafka.config;

import static dev.weir.driver.kafka.config.GivenConfig.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.RecordedSends;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.Guarantee;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigValuesTest {
    private static final String SECRET = "hunter2-of-the-vault";

    private final KafkaDriverFactory factory = new KafkaDriverFactory();

    @TempDir
    Path folder;

    private Path values;

    @BeforeEach
    void writeValues() throws IOException {
        values = Files.writeString(
                folder.resolve("values.properties"),
                "zero=0\none=1\nlinger=7\nservers=127.0.0.1:9092,[::1]:9093\nnone=none\n" + "no=false\nsecret=" + SECRET
                        + "\n");
    }

    /** Without acknowledgements there are no publish latencies, whatever the file calls the number of them. */
    @Test
    void judgesByTheAcksThatTheClientUses() {
        DriverConfig config = given("producer.acks=" + ref("zero"), "producer.linger.ms=" + ref("linger"));

        assertThat(factory.problems(config)).noneMatch(ConfigProblem::refuses);
        var driver = new KafkaDriver(config, "Kafka");
        assertThat(driver.acknowledges()).isFalse();
        assertThat(driver.guarantee()).isEqualTo(Guarantee.NONE);
        assertThat(driver.linger()).isEqualTo(Duration.ofMillis(7));
        assertThat(factory.durability(config).find(DurabilityKey.ACKS))
                .map(DurabilityItem::value)
                .hasValue("0");
        assertThat(factory.clientSettings(config).producer()).containsEntry("linger.ms", "7");
        assertThat(ClientProperties.CommitPolicy.of(given("consumer.enable.auto.commit=" + ref("no")))
                        .ours())
                .isTrue();
    }

    @Test
    void checksTheValuesThatTheClientUses() {
        assertThat(factory.problems(named(given("topic.min.insync.replicas=2", "producer.acks=" + ref("one")))))
                .extracting(ConfigProblem::property)
                .contains("min.insync.replicas", "acks");
        assertThat(factory.problems(
                        given("consumer.auto.offset.reset=" + ref("none")).withSettings(Map.of("client", "wire"))))
                .anyMatch(problem -> problem.property().equals("auto.offset.reset") && problem.refuses());
    }

    /** The name states an acks that is checked. */
    private static DriverConfig named(DriverConfig config) {
        return new DriverConfig("kafka acks=all", "kafka", config.topics(), config.clients(), Map.of());
    }

    @Test
    void resolvesAddressesAndFileNames() throws IOException {
        Path store = Files.createFile(folder.resolve("trust.jks"));
        Files.writeString(folder.resolve("store"), store.toString());
        DriverConfig config = given(
                "common.bootstrap.servers=" + ref("servers"),
                "common.security.protocol=SSL",
                "common.ssl.truststore.location=${dir:" + folder + ":store}");

        assertThat(factory.problems(config)).isEmpty();
        Files.delete(store);
        assertThat(factory.problems(config))
                .extracting(ConfigProblem::property)
                .containsExactly("ssl.truststore.location");
    }

    @Test
    void resolvesAReferenceInsideAValueFromTheEnvironment() {
        String name = System.getenv().keySet().stream()
                .filter(each -> !System.getenv(each).isEmpty())
                .findFirst()
                .orElseThrow();

        assertThat(ConfigValues.resolved(given("common.client.id=zone=${env:" + name + "}!"))
                        .clients()
                        .common())
                .containsEntry("client.id", "zone=" + System.getenv(name) + "!");
    }

    /** The administration knows only the common properties. */
    @Test
    void refusesACommonReferenceToAProviderOfProducers() {
        Map<String, String> common = Map.of("bootstrap.servers", "a:1", "client.id", ref("one"));
        var config = DriverConfig.of("kafka").withClients(new ClientConfig(common, providers(), Map.of()));

        assertThat(ConfigValues.resolved(config).clients().effectiveProducer()).containsEntry("client.id", "1");
        assertThat(factory.problems(config))
                .filteredOn(ConfigProblem::refuses)
                .extracting(ConfigProblem::field, ConfigProblem::property)
                .containsExactly(tuple("commonConfig", "client.id"));
    }

    @Test
    void refusesWhatNoProviderResolvesInEachProperty() {
        DriverConfig config = given(
                "common.client.id=zone=${ZONE}",
                "producer.linger.ms=${env:WEIR_NOT_SET}",
                "producer.acks=" + ref("missing"),
                "producer.batch.size=${vault:a:b}",
                "consumer.group.instance.id=${file:" + folder.resolve("gone") + ":a}",
                "consumer.plugin.user.info=${X}");

        assertThat(factory.problems(config))
                .filteredOn(ConfigProblem::refuses)
                .extracting(problem -> problem.field() + "." + problem.property())
                .containsExactlyInAnyOrder(
                        "commonConfig.client.id",
                        "producerConfig.linger.ms",
                        "producerConfig.acks",
                        "producerConfig.batch.size",
                        "consumerConfig.group.instance.id",
                        "consumerConfig.plugin.user.info");
        assertThat(factory.problems(config))
                .extracting(ConfigProblem::message)
                .anyMatch(message -> message.startsWith("client.id still has ${ZONE} in it: write the value itself"))
                .anyMatch(message -> message.contains("the config provider env has no such value"))
                .anyMatch(message -> message.contains("Could not read properties from file"));
    }

    @Test
    void obeysTheLimitsOfAProvider() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        DriverConfig config =
                given("common.client.id=" + ref("one"), "common.config.providers.file.param.allowed.paths=" + other);

        assertThat(factory.problems(config))
                .filteredOn(ConfigProblem::refuses)
                .singleElement()
                .matches(problem -> problem.message().contains("config.providers.file.param.*"));
        Files.delete(other);
        assertThat(factory.problems(config))
                .filteredOn(ConfigProblem::refuses)
                .singleElement()
                .matches(problem -> problem.message().contains("its config provider fails"));
    }

    @Test
    void namesFileLineAndKeyOfWhatIsLeft() throws IOException {
        Path file = Files.writeString(folder.resolve("driver.yaml"), """
            driver: kafka
            topicConfig: |
              retention.ms=${RETENTION}
            commonConfig: |
              bootstrap.servers=127.0.0.1:9092
              client.rack=${ZONE}
            """);
        var problems = new Problems();

        assertThat(DriverFile.read(file, Drivers.onClassPath(), problems)).isEmpty();
        assertThat(problems.errors())
                .extracting(Problem::toString)
                .anyMatch(text -> text.contains("driver.yaml:3") && text.contains("topicConfig.retention.ms"))
                .anyMatch(text -> text.contains("driver.yaml:6") && text.contains("commonConfig.client.rack"))
                .hasSize(2);
    }

    @Test
    void neitherRecordsNorPrintsAValueThatMayBeASecret() {
        String secret = "=" + ref("secret");
        DriverConfig config = given(
                "common.plugin.user.info" + secret,
                "common.client.rack" + secret,
                "producer.acks" + secret,
                "consumer.offsetCommitLingerMs" + secret,
                "consumer.bootstrap.servers" + secret);

        assertThat(factory.problems(config))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.message()).doesNotContain(SECRET));
        assertThatThrownBy(() -> new KafkaDriver(config, "Kafka")
                        .openProducer(new ProducerSpec("p", "t", 1), new RecordedSends()))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining(ref("secret"))
                .hasMessageNotContaining(SECRET);
        DriverConfig sound = given("common.plugin.user.info" + secret, "common.client.rack" + secret);
        assertThat(factory.clientSettings(sound).toString())
                .doesNotContain(SECRET)
                .contains(ref("secret"));
        assertThat(factory.resolvedSettings(sound).toString()).doesNotContain(SECRET);
    }

    /** Clients print parts of a value, or print it in another case, and Weir names values in messages about others. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            common.security.protocol|Hunter2Vault|Hunter2Vault,HUNTER2VAULT
            producer.interceptor.classes|com.Hunter2,com.Vault9|com.Hunter2,com.Vault9
            producer.acks|h2|h2
            producer.linger.ms|hunter2|hunter2
            consumer.offsetCommitLingerMs|h2|h2
            consumer.heartbeat.interval.ms|46123|46123
            producer.delivery.timeout.ms|21|21
            producer.request.timeout.ms|120017|120017,120018
            common.bootstrap.servers|hunter2:99999,vault9|hunter2,vault9
            common.sasl.jaas.config|hunter2 required vault9=;|hunter2,vault9
            common.ssl.truststore.location|/hunter2/vault9|hunter2/vault9
            """)
    void printsNoPartOfAValue(String property, String value, String secrets) throws IOException {
        Files.writeString(values, "own=" + value + "\n");
        DriverConfig config = named(given(
                "topic.min.insync.replicas=2",
                "common.ssl.truststore.location=/missing",
                "common.sasl.jaas.config=x",
                "producer.linger.ms=1",
                property + "=" + ref("own")));

        assertThat(factory.problems(config))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(withoutReferences(problem)).doesNotContain(secrets.split(",")));
    }

    /** Returns the message without references, whose path can contain anything. */
    private static String withoutReferences(ConfigProblem problem) {
        return problem.message().replaceAll("\\$\\{[^}]*}", "");
    }

    @Test
    void printsNoAddressOfAProviderThatCannotBeReached() throws IOException {
        Files.writeString(values, "servers=127.0.0.1:1\n");
        DriverConfig config = given("common.bootstrap.servers=" + ref("servers"));

        assertThatThrownBy(() -> new KafkaDriver(config, "Kafka").openAdmin())
                .hasMessageContaining(ref("servers"))
                .hasMessageNotContaining("127.0.0.1");
    }

    /** A worker checks them before it opens any, and without running a provider that is not allowed. */
    @Test
    void namesTheFilesThatProvidersRead() {
        assertThat(factory.hostAccess(given("common.client.rack=" + ref("one"), "producer.acks=" + ref("one"))))
                .contains(
                        new HostAccess("acks", HostAccess.Kind.FILE, values.toString()),
                        new HostAccess(
                                "config.providers.file.class",
                                HostAccess.Kind.CODE,
                                "org.apache.kafka.common.config.provider.FileConfigProvider"));
    }

    private String ref(String key) {
        return "${file:" + values + ":" + key + "}";
    }

    private static DriverConfig given(String... properties) {
        return config(
                2,
                Stream.concat(
                                providers().entrySet().stream()
                                        .map(each -> "common." + each.getKey() + "=" + each.getValue()),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    private static Map<String, String> providers() {
        String of = "org.apache.kafka.common.config.provider.";
        return Map.of(
                "config.providers", "env,file,dir",
                "config.providers.env.class", of + "EnvVarConfigProvider",
                "config.providers.file.class", of + "FileConfigProvider",
                "config.providers.dir.class", of + "DirectoryConfigProvider");
    }
}
