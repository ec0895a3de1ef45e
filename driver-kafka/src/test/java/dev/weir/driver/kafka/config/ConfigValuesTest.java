package dev.weir.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.RecordedSends;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.config.TopicConfig;
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
import java.util.TreeMap;
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
                "zero=0\none=1\nlinger=7\nservers=127.0.0.1:9092,[::1]:9093\ncommitted=READ_COMMITTED\n"
                        + "no=false\nsecret=" + SECRET + "\n");
    }

    /** Without acknowledgements there are no publish latencies, whatever the file calls the number of them. */
    @Test
    void judgesByTheAcksThatTheClientUses() {
        DriverConfig config = config(Map.of(), Map.of("acks", ref("zero"), "linger.ms", ref("linger")), Map.of());

        assertThat(factory.problems(config)).noneMatch(ConfigProblem::refuses);
        var driver = new KafkaDriver(config, "Kafka");
        assertThat(driver.acknowledges()).isFalse();
        assertThat(driver.guarantee()).isEqualTo(Guarantee.NONE);
        assertThat(driver.linger()).isEqualTo(Duration.ofMillis(7));
        assertThat(factory.durability(config).find(DurabilityKey.ACKS))
                .map(DurabilityItem::value)
                .hasValue("0");
        assertThat(factory.clientSettings(config).producer()).containsEntry("linger.ms", "7");
        assertThat(CommitPolicy.of(config(Map.of(), Map.of(), Map.of("enable.auto.commit", ref("no"))))
                        .ours())
                .isTrue();
    }

    @Test
    void checksTheAcksThatTheClientUses() {
        var config = new DriverConfig(
                "kafka acks=all",
                "kafka",
                new TopicConfig(2, false, Map.of("min.insync.replicas", "2")),
                config(Map.of(), Map.of("acks", ref("one")), Map.of()).clients(),
                Map.of());

        assertThat(factory.problems(config))
                .extracting(ConfigProblem::property)
                .contains("min.insync.replicas", "acks");
    }

    @Test
    void checksTheIsolationThatTheWireClientWouldUse() {
        assertThat(factory.problems(config(Map.of(), Map.of(), Map.of("auto.offset.reset", ref("none")))
                        .withSettings(Map.of("client", "wire"))))
                .anyMatch(problem -> problem.property().equals("auto.offset.reset") && problem.refuses());
    }

    @Test
    void resolvesAddressesAndFileNames() throws IOException {
        Path store = Files.createFile(folder.resolve("trust.jks"));
        Files.writeString(folder.resolve("store"), store.toString());
        Map<String, String> common = Map.of(
                "bootstrap.servers",
                ref("servers"),
                "security.protocol",
                "SSL",
                "ssl.truststore.location",
                "${dir:" + folder + ":store}");

        assertThat(factory.problems(config(common, Map.of(), Map.of()))).isEmpty();
        Files.delete(store);
        assertThat(factory.problems(config(common, Map.of(), Map.of())))
                .singleElement()
                .satisfies(problem -> assertThat(problem.property()).isEqualTo("ssl.truststore.location"));
    }

    @Test
    void resolvesAReferenceInsideAValueFromTheEnvironment() {
        String name = System.getenv().keySet().stream()
                .filter(each -> !System.getenv(each).isEmpty())
                .findFirst()
                .orElseThrow();

        assertThat(ConfigValues.resolved(config(Map.of("client.id", "zone=${env:" + name + "}!"), Map.of(), Map.of()))
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
        DriverConfig config = config(
                Map.of("client.id", "zone=${ZONE}"),
                Map.of("linger.ms", "${env:WEIR_NOT_SET}", "acks", ref("missing"), "batch.size", "${vault:a:b}"),
                Map.of("group.instance.id", "${file:" + folder.resolve("gone") + ":a}", "plugin.user.info", "${X}"));

        assertThat(factory.problems(config))
                .filteredOn(ConfigProblem::refuses)
                .extracting(problem -> problem.field() + "." + problem.property())
                .containsExactlyInAnyOrder(("commonConfig.client.id producerConfig.linger.ms producerConfig.acks "
                                + "producerConfig.batch.size consumerConfig.group.instance.id "
                                + "consumerConfig.plugin.user.info")
                        .split(" "));
        assertThat(factory.problems(config))
                .extracting(ConfigProblem::message)
                .anyMatch(message -> message.startsWith("client.id still has ${ZONE} in it: write the value itself"))
                .anyMatch(message -> message.contains("the config provider env has no such value"))
                .anyMatch(message -> message.contains("Could not read properties from file"));
    }

    @Test
    void obeysTheLimitsOfAProvider() throws IOException {
        var common = new TreeMap<>(Map.of("client.id", ref("one")));
        Path other = Files.createDirectory(folder.resolve("other"));
        common.put("config.providers.file.param.allowed.paths", other.toString());

        assertThat(factory.problems(config(common, Map.of(), Map.of())))
                .filteredOn(ConfigProblem::refuses)
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("config.providers.file.param.*"));
        Files.delete(other);
        assertThat(factory.problems(config(common, Map.of(), Map.of())))
                .filteredOn(ConfigProblem::refuses)
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("its config provider fails"));
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
        DriverConfig config = config(
                Map.of("plugin.user.info", ref("secret"), "client.rack", ref("secret")),
                Map.of("acks", ref("secret")),
                Map.of("offsetCommitLingerMs", ref("secret"), "bootstrap.servers", ref("secret")));

        assertThat(factory.problems(config))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.message()).doesNotContain(SECRET));
        assertThatThrownBy(() -> new KafkaDriver(config, "Kafka")
                        .openProducer(new ProducerSpec("p", "t", 1), new RecordedSends()))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining(ref("secret"))
                .hasMessageNotContaining(SECRET);
        DriverConfig sound =
                config(Map.of("plugin.user.info", ref("secret"), "client.rack", ref("secret")), Map.of(), Map.of());
        assertThat(factory.clientSettings(sound).toString())
                .doesNotContain(SECRET)
                .contains(ref("secret"));
        assertThat(factory.resolvedSettings(sound).toString()).doesNotContain(SECRET);
    }

    /** Clients print parts of a value, or print it in another case, and Weir names values in messages about others. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            commonConfig|security.protocol|Hunter2Vault|Hunter2Vault,HUNTER2VAULT
            producerConfig|interceptor.classes|com.Hunter2,com.Vault9|com.Hunter2,com.Vault9
            producerConfig|acks|h2|h2
            producerConfig|linger.ms|hunter2|hunter2
            consumerConfig|offsetCommitLingerMs|h2|h2
            consumerConfig|heartbeat.interval.ms|46123|46123
            producerConfig|delivery.timeout.ms|21|21
            producerConfig|request.timeout.ms|120017|120017,120018
            commonConfig|bootstrap.servers|hunter2:99999,vault9|hunter2,vault9
            commonConfig|sasl.jaas.config|hunter2 required vault9=;|hunter2,vault9
            commonConfig|ssl.truststore.location|/hunter2/vault9|hunter2/vault9
            """)
    void printsNoPartOfAValue(String section, String property, String value, String secrets) throws IOException {
        Files.writeString(values, "own=" + value + "\n");
        Map<String, String> given = new TreeMap<>(Map.of(property, ref("own")));
        Map<String, String> common =
                new TreeMap<>(Map.of("ssl.truststore.location", "/missing", "sasl.jaas.config", "x"));
        DriverConfig config = new DriverConfig(
                "kafka acks=all",
                "kafka",
                new TopicConfig(2, false, Map.of("min.insync.replicas", "2")),
                config(
                                section.equals("commonConfig") ? joined(common, given) : common,
                                section.equals("producerConfig") ? given : Map.of("linger.ms", "1"),
                                section.equals("consumerConfig") ? given : Map.of())
                        .clients(),
                Map.of());

        assertThat(factory.problems(config))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(withoutReferences(problem)).doesNotContain(secrets.split(",")));
    }

    private static Map<String, String> joined(Map<String, String> some, Map<String, String> others) {
        Map<String, String> all = new TreeMap<>(some);
        all.putAll(others);
        return all;
    }

    /** Returns the message without references, whose path can contain anything. */
    private static String withoutReferences(ConfigProblem problem) {
        return problem.message().replaceAll("\\$\\{[^}]*}", "");
    }

    @Test
    void printsNoAddressOfAProviderThatCannotBeReached() throws IOException {
        Files.writeString(values, "servers=127.0.0.1:1\n");
        DriverConfig config = config(Map.of("bootstrap.servers", ref("servers")), Map.of(), Map.of());

        assertThatThrownBy(() -> new KafkaDriver(config, "Kafka").openAdmin())
                .hasMessageContaining(ref("servers"))
                .hasMessageNotContaining("127.0.0.1");
    }

    /** A worker checks them before it opens any, and without running a provider that is not allowed. */
    @Test
    void namesTheFilesThatProvidersRead() {
        DriverConfig config = config(Map.of("client.rack", ref("one")), Map.of("acks", ref("one")), Map.of());

        assertThat(factory.hostAccess(config))
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

    private DriverConfig config(
            Map<String, String> common, Map<String, String> producer, Map<String, String> consumer) {
        var all = new TreeMap<>(providers());
        all.put("bootstrap.servers", "127.0.0.1:9092");
        all.putAll(common);
        return DriverConfig.of("kafka").withClients(new ClientConfig(all, producer, consumer));
    }

    private static Map<String, String> providers() {
        String of = "org.apache.kafka.common.config.provider.";
        return new TreeMap<>(Map.of(
                "config.providers", "env,file,dir",
                "config.providers.env.class", of + "EnvVarConfigProvider",
                "config.providers.file.class", of + "FileConfigProvider",
                "config.providers.dir.class", of + "DirectoryConfigProvider"));
    }
}
