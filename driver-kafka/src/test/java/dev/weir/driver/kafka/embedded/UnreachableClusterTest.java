package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.weir.driver.Driver;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with a listener for each mistake that people make: the message names the mistake and what to do. */
class UnreachableClusterTest {
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();
    private static final String PLAIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required" + " username=\"a\" password=\"%s\"";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Map<String, String> PROTOCOLS = Map.of(
            "PLAINTEXT", "PLAINTEXT",
            "LOGIN", "SASL_PLAINTEXT",
            "HIDDEN", "PLAINTEXT",
            "REFUSED", "PLAINTEXT",
            "TLS", "SSL",
            "OLD", "SSL",
            "EARLY", "SSL",
            "OTHER", "SSL",
            "MUTUAL", "SSL",
            "CONTROLLER", "PLAINTEXT");
    private static final Map<String, Integer> PORTS = new TreeMap<>();

    @TempDir
    static Path folder;

    private static KafkaEmbeddedCluster cluster;

    @BeforeAll
    static void startTheBroker() throws IOException {
        var ports = new NodeLayout.Ports(HOST);
        PROTOCOLS.keySet().forEach(name -> PORTS.put(name, ports.free()));
        Map<String, String> overrides = new TreeMap<>();
        overrides.put("listeners", listeners(PROTOCOLS.keySet().stream().toList(), Map.of()));
        List<String> advertised = PROTOCOLS.keySet().stream()
                .filter(name -> !name.equals("CONTROLLER"))
                .toList();
        var others = Map.of("HIDDEN", "kafka.invalid:9092", "REFUSED", "127.0.0.1:" + ports.free());
        overrides.put("advertised.listeners", listeners(advertised, others));
        overrides.put(
                "listener.security.protocol.map",
                PROTOCOLS.entrySet().stream()
                        .map(each -> each.getKey() + ":" + each.getValue())
                        .collect(Collectors.joining(",")));
        overrides.put("controller.quorum.voters", "1@127.0.0.1:" + PORTS.get("CONTROLLER"));
        overrides.put("sasl.enabled.mechanisms", "PLAIN");
        overrides.put("listener.name.login.plain.sasl.jaas.config", PLAIN.formatted("b") + " user_a=\"b\";");
        // Brokers refuse a second login within a second. Clients log in after 85 % of this time.
        overrides.put("listener.name.login.plain.connections.max.reauth.ms", "2000");
        Instant now = Instant.now();
        certify(overrides, "tls", "127.0.0.1", now);
        certify(overrides, "mutual", "127.0.0.1", now);
        certify(overrides, "other", "kafka.example", now);
        certify(overrides, "old", "127.0.0.1", now.minus(Duration.ofDays(90)));
        certify(overrides, "early", "127.0.0.1", now.plus(Duration.ofDays(90)));
        overrides.put("listener.name.mutual.ssl.client.auth", "required");
        cluster = new KafkaEmbeddedClusters(overrides).start(1, PORTS.getOrDefault("PLAINTEXT", 0));
    }

    private static String listeners(List<String> names, Map<String, String> others) {
        return names.stream()
                .map(name -> name + "://" + others.getOrDefault(name, "127.0.0.1:" + PORTS.get(name)))
                .collect(Collectors.joining(","));
    }

    private static void certify(Map<String, String> broker, String listener, String host, Instant from)
            throws IOException {
        Path made = folder.resolve(listener);
        assertThat(RunCertificates.make(made, List.of(host), from, Duration.ofDays(30), false, new Problems()))
                .isTrue();
        Path own = RunCertificates.ofWorker(made, host);
        String prefix = "listener.name." + listener + ".ssl.";
        broker.put(prefix + "keystore.type", "PEM");
        broker.put(prefix + "keystore.certificate.chain", Files.readString(own.resolve(RunCertificates.CERTIFICATE)));
        broker.put(prefix + "keystore.key", Files.readString(own.resolve(RunCertificates.KEY)));
        broker.put(prefix + "truststore.type", "PEM");
        broker.put(prefix + "truststore.certificates", Files.readString(own.resolve(RunCertificates.AUTHORITY)));
    }

    @AfterAll
    static void endTheBroker() {
        cluster.close();
    }

    /** Each takes 7 s or 20 s, and hardly any processor time: all are made at the same time. */
    @Test
    void namesTheMistakeAndTheRemedy() throws Exception {
        HttpServer web = HttpServer.create(new InetSocketAddress(HOST, 0), 10);
        web.start();
        String publish = "set advertised.listeners of the brokers";
        String thisPort = "check that it is a broker's port";
        List<Mistake> mistakes = List.of(
                new Mistake(
                        "HIDDEN",
                        Map.of(),
                        "a broker answers at 127.0.0.1:" + PORTS.get("HIDDEN"),
                        "kafka.invalid:9092 (this host cannot resolve the name)",
                        publish,
                        "containers"),
                new Mistake("REFUSED", Map.of(), "refused)", publish),
                protocol("TLS", "PLAINTEXT", "uses TLS: set security.protocol to SSL or SASL_SSL"),
                protocol("PLAINTEXT", "SSL", "does not use TLS: set security.protocol to PLAINTEXT or SASL_PLAINTEXT"),
                protocol("LOGIN", "PLAINTEXT", "it probably demands a login; set security.protocol to SASL_PLAINTEXT"),
                certificate(
                        "OLD", "old", "a certificate of the brokers has expired, or the clock of this host is wrong"),
                certificate("EARLY", "early", "is not valid yet: set the clock of this host"),
                certificate("OTHER", "other", "the certificate is for other names"),
                certificate("TLS", "other", "this host does not trust the certificate"),
                certificate("MUTUAL", "mutual", "set ssl.keystore.location in commonConfig"),
                login("LOGIN", "PLAIN", "plain.Plain", "correct the user name and the password"),
                login("LOGIN", "SCRAM-SHA-256", "scram.Scram", "enabled mechanisms are [PLAIN]"),
                login("PLAINTEXT", "PLAIN", "plain.Plain", "the port demands no login"),
                new Mistake("FREE", Map.of(), "no address accepts connections: check the addresses and ports"),
                new Mistake("SILENT", Map.of(), "accepts connections: " + thisPort + ", and security.protocol"),
                new Mistake("WEB", Map.of(), thisPort));
        ExecutorService threads = Executors.newFixedThreadPool(mistakes.size());
        try (var silent = new ServerSocket(0, 1000, HOST)) {
            PORTS.put("FREE", new NodeLayout.Ports(HOST).free());
            PORTS.put("SILENT", silent.getLocalPort());
            PORTS.put("WEB", web.getAddress().getPort());
            List<Future<String>> failures = mistakes.stream()
                    .map(mistake -> threads.submit(() -> failure(mistake)))
                    .toList();
            for (int i = 0; i < mistakes.size(); i++) {
                Mistake mistake = mistakes.get(i);
                assertThat(failures.get(i).get(2, TimeUnit.MINUTES))
                        .as(mistake.listener() + " " + mistake.common().keySet())
                        .contains(mistake.texts())
                        .doesNotContain("Hunter2");
            }
            // A web server answers with bytes, as a broker with TLS does.
            assertThat(failures.get(mistakes.size() - 1).get()).doesNotContain("uses TLS");
        } finally {
            threads.shutdownNow();
            web.stop(0);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // It is no value that is compared.
    private record Mistake(String listener, Map<String, String> common, String... texts) {}

    private static Mistake protocol(String listener, String protocol, String text) {
        return new Mistake(listener, Map.of("security.protocol", protocol), text);
    }

    private static Mistake certificate(String listener, String trusted, String text) throws IOException {
        String authority = Files.readString(
                RunCertificates.ofCoordinator(folder.resolve(trusted)).resolve(RunCertificates.AUTHORITY));
        return new Mistake(
                listener,
                Map.of(
                        "security.protocol", "SSL",
                        "ssl.truststore.type", "PEM",
                        "ssl.truststore.certificates", authority),
                text);
    }

    /**
     * The broker demands a new login each second. {@code metadata.recovery.strategy=none}, because Kafka's client 4.3.1
     * otherwise bootstraps again, forgets the topic and joins its group again. If the login fails during that, the client
     * keeps its partition and reads nothing.
     */
    @Test
    void consumersGoOnAfterTheirPasswordIsAcceptedAgain() throws Exception {
        var common = new TreeMap<>(Map.of(
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN",
                "metadata.recovery.strategy", "none"));
        common.put("bootstrap.servers", "127.0.0.1:" + PORTS.get("LOGIN"));
        common.put("sasl.jaas.config", PLAIN.formatted("b") + ";");
        common.put("sasl.client.callback.handler.class", Login.class.getName());
        DriverConfig config = DriverConfig.of("kafka").withCommonConfig(common);
        Map<Consumer, RecordedReceipts> consumers = new LinkedHashMap<>();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
                var producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", cluster.bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            SharedCluster.answer(admin.createTopics(List.of(new NewTopic("login", 1, (short) 1)))
                    .all());
            for (String client : List.of("kafka", "wire")) {
                var receipts = new RecordedReceipts();
                consumers.put(
                        new KafkaDriver(config.withSettings(Map.of("client", client)), "kafka")
                                .openConsumer(new ConsumerSpec(client, "login", 1, client), receipts),
                        receipts);
            }
            producer.send(new ProducerRecord<>("login", new byte[100])).get(60, TimeUnit.SECONDS);
            await().atMost(LIMIT).until(() -> consumers.values().stream().allMatch(each -> each.count() == 1));
            Login.password = "another";
            await().atMost(LIMIT)
                    .until(() -> consumers.values().stream()
                            .noneMatch(each -> each.failures().isEmpty()));
            Login.password = "b";
            producer.send(new ProducerRecord<>("login", new byte[100])).get(60, TimeUnit.SECONDS);
            // The first one may be delivered again.
            await().atMost(LIMIT)
                    .until(() -> consumers.values().stream()
                            .allMatch(each -> each.receipts().stream().anyMatch(receipt -> receipt.offset() == 1)));
        } finally {
            consumers.keySet().forEach(Consumer::close);
        }

        assertThat(consumers.values()).allSatisfy(each -> {
            assertThat(each.violations()).isEmpty();
            assertThat(each.failures()).hasOnlyElementsOfType(SaslAuthenticationException.class);
        });
    }

    /** Logs in with a password that changes. */
    public static final class Login implements AuthenticateCallbackHandler {
        static volatile String password = "b";

        @Override
        public void configure(Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {}

        @Override
        public void handle(Callback[] callbacks) {
            for (Callback each : callbacks) {
                if (each instanceof NameCallback name) {
                    name.setName("a");
                } else if (each instanceof PasswordCallback asked) {
                    asked.setPassword(password.toCharArray());
                }
            }
        }

        @Override
        public void close() {}
    }

    private static Mistake login(String listener, String mechanism, String module, String text) {
        String jaas = "org.apache.kafka.common.security." + module
                + "LoginModule required username=\"a\" password=\"Hunter2\";";
        return new Mistake(
                listener,
                Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", mechanism, "sasl.jaas.config", jaas),
                text);
    }

    private static String failure(Mistake mistake) {
        Map<String, String> all = new TreeMap<>(mistake.common());
        all.put("bootstrap.servers", "127.0.0.1:" + PORTS.get(mistake.listener()));
        DriverConfig config = DriverConfig.of("kafka").withCommonConfig(all);
        try (Driver driver = new KafkaDriverFactory().open(config)) {
            return String.valueOf(catchThrowableOfType(DriverException.class, driver::openAdmin)
                    .getMessage());
        }
    }
}
