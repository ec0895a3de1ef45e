package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.redpanda.RedpandaAdmin.RedpandaFacts;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.workload.yaml.Problems;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client of the admin API, against one that answers as that of a Redpanda 23.1.7 did. */
class RedpandaClusterSettingsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private FakeAdminApi fake;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeAdminApi();
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    @Test
    void readsGivenAndDefaultValues() {
        fake.set("retention_bytes", "1000");

        assertThat(settings().read(List.of("retention_bytes", "log_retention_ms"), LIMIT))
                .containsExactly(
                        Map.entry("log_retention_ms", new ClusterSetting("delete_retention_ms", "604800000", true)),
                        Map.entry("retention_bytes", new ClusterSetting("retention_bytes", "1000", false)));
        assertThat(settings().clusterId(LIMIT)).matches("redpanda-[0-9a-f-]{36}");
    }

    @Test
    void setsEachTypeAndTakesItBack() {
        fake.beNew();
        var settings = settings();

        settings.change(
                Map.of(
                        "write_caching_default", "true",
                        "retention_bytes", "1000",
                        "auto_create_topics_enabled", "true",
                        "superusers", "[\"a\"]"),
                Set.of(),
                LIMIT);

        assertThat(fake.given())
                .contains(
                        "\"write_caching_default\":\"true\"",
                        "\"retention_bytes\":1000",
                        "\"auto_create_topics_enabled\":true",
                        "\"superusers\":[\"a\"]");
        assertThat(settings.read(List.of("superusers"), LIMIT).get("superusers"))
                .isEqualTo(new ClusterSetting("superusers", "[\"a\"]", false));

        settings.change(
                Map.of("retention_bytes", "null"),
                Set.of("write_caching_default", "auto_create_topics_enabled", "superusers"),
                LIMIT);
        assertThat(fake.given()).isEqualTo("{\"retention_bytes\":null}");
        assertThat(settings.read(List.of("retention_bytes"), LIMIT).get("retention_bytes"))
                .isEqualTo(new ClusterSetting("retention_bytes", "null", false));
    }

    @ParameterizedTest
    @CsvSource({"false, log_retention_ms", "true, delete_retention_ms"})
    void callsTheRetentionAsTheVersionDoes(boolean old, String name) {
        if (!old) {
            fake.beNew();
        }
        var settings = settings();

        for (String asked : List.of("log_retention_ms", "delete_retention_ms")) {
            assertThat(settings.read(List.of(asked), LIMIT).get(asked))
                    .extracting(ClusterSetting::name)
                    .isEqualTo(name);
            settings.change(Map.of(asked, "600000"), Set.of(), LIMIT);
            assertThat(fake.given()).isEqualTo("{\"" + name + "\":600000}");
            settings.change(Map.of(), Set.of(asked), LIMIT);
            assertThat(fake.given()).isEqualTo("{}");
        }
    }

    @Test
    void waitsForTheSlowestNode() {
        fake.looksBehind = 3;

        change("retention_bytes", "1");

        assertThat(fake.requests)
                .filteredOn("GET /v1/cluster_config/status"::equals)
                .hasSize(5);
    }

    @Test
    void reportsWhichNodeDoesNotTakeAChange() {
        fake.staysBehind = true;

        assertFails(() -> settings().change(Map.of("retention_bytes", "1"), Set.of(), Duration.ofSeconds(3)))
                .hasMessageContaining("node 1 without version 8 of the cluster's settings")
                .hasMessageNotContaining("node 0");
    }

    @Test
    void refusesBeforeAnythingIsChanged() {
        assertFails(() -> settings()
                        .read(
                                List.of(
                                        "retention_byte",
                                        "storage_min_free_bytes",
                                        "cloud_storage_secret_key",
                                        "log_retention_ms"),
                                LIMIT))
                .hasMessageContaining("retention_byte is no property of this cluster; did you mean retention_bytes?")
                .hasMessageContaining("storage_min_free_bytes takes effect only when brokers start again")
                .hasMessageContaining("cloud_storage_secret_key is a secret")
                .hasMessageNotContaining("log_retention_ms");
        assertThat(fake.requests).allMatch(request -> request.startsWith("GET"));
    }

    @Test
    void namesThePropertyThatTheClusterRefuses() {
        assertFails(() ->
                        settings().change(Map.of("retention_bytes", "many", "log_retention_ms", "1"), Set.of(), LIMIT))
                .hasMessage("the cluster refuses settings: retention_bytes: expected type integer");
        assertThat(fake.given()).isEqualTo("{}");
    }

    /** A restart that was pending before is not attributed to a change. */
    @Test
    void reportsThatARestartIsNeededAndIgnoresOneThatWasNeededBefore() {
        fake.restartsOnChange = true;
        assertFails(() -> change("retention_bytes", "1"))
                .hasMessageContaining("takes effect only when brokers start again: nodes [0, 1]");

        change("retention_bytes", "2");

        assertThat(fake.given()).isEqualTo("{\"retention_bytes\":2}");
    }

    @Test
    void reportsValuesThatANodeRefuses() {
        fake.invalid = "delete_retention_ms";
        change("retention_bytes", "1");

        assertFails(() -> change("log_retention_ms", "1")).hasMessage("node 1 does not accept delete_retention_ms");
    }

    @ParameterizedTest
    @CsvSource({"adminUser, u, adminPassword, p, Basic dTpw", "adminToken, t, ignored, x, Bearer t"})
    void reportsItsIdentity(String field, String value, String second, String secondValue, String header) {
        fake.authorization = Optional.of(header);

        assertThat(settings(Map.of(field, value, second, secondValue)).clusterId(LIMIT))
                .isNotEmpty();
        assertFails(() -> settings(Map.of(field, "wrong")).clusterId(LIMIT))
                .hasMessageContaining("refuses the credentials (401")
                .hasMessageNotContaining("wrong");
    }

    @Test
    void asksTheNextHostWhereOneDoesNotAnswer() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String hosts = "127.0.0.1:1, 127.0.0.1:" + silent.getLocalPort();

            assertThat(settings(Map.of("adminHosts", hosts + ", " + fake.host()))
                            .clusterId(Duration.ofSeconds(6)))
                    .isNotEmpty();
            assertFails(() -> settings(Map.of("adminHosts", hosts)).clusterId(Duration.ofMillis(500)))
                    .hasMessageContaining("127.0.0.1:1: ")
                    .hasMessageContaining("127.0.0.1:" + silent.getLocalPort() + ": no answer in time");
        }
    }

    @Test
    void asksTheNextHostWhereOneIsNotReady() throws IOException {
        try (var other = new FakeAdminApi()) {
            var settings = settings(Map.of("adminHosts", fake.host() + "," + other.host()));
            fake.failures.set(1);

            assertThat(settings.clusterId(LIMIT))
                    .isEqualTo(settings(Map.of("adminHosts", other.host())).clusterId(LIMIT));
            // The one that has answered comes first from then on.
            settings.clusterId(LIMIT);
            assertThat(fake.requests).hasSize(1);
        }

        fake.failures.set(1);
        assertFails(() -> settings().clusterId(LIMIT)).hasMessageContaining("status 503: {\"message\":\"No leader\"");
    }

    /** The only host has no leader for a moment, as after the end of a broker. */
    @Test
    void repeatsRequestsOfAChangeThatNoHostCanAnswerYet() {
        fake.failures.set(3);

        change("retention_bytes", "1");

        assertThat(fake.given()).isEqualTo("{\"retention_bytes\":1}");
    }

    @Test
    void followsToTheBrokerThatTakesChanges() throws IOException {
        try (var leader = new FakeAdminApi()) {
            leader.authorization = Optional.of("Bearer t");
            fake.leader = Optional.of(leader);

            settings(Map.of("adminToken", "t")).change(Map.of("retention_bytes", "1"), Set.of(), LIMIT);

            assertThat(leader.given()).isEqualTo("{\"retention_bytes\":1}");
        }
    }

    @Test
    void trustsHostsWithACertificateOfTheTruststore() throws Exception {
        assertThat(RunCertificates.make(
                        folder, List.of("127.0.0.1"), Instant.now(), Duration.ofHours(1), false, new Problems()))
                .isTrue();
        Path own = RunCertificates.ofWorker(folder, "127.0.0.1");
        var server = (JdkSslContext) SslContextBuilder.forServer(
                        own.resolve(RunCertificates.CERTIFICATE).toFile(),
                        own.resolve(RunCertificates.KEY).toFile())
                .sslProvider(SslProvider.JDK)
                .build();
        try (var tls = FakeAdminApi.withTls(server.context())) {
            var trusting = Map.of(
                    "adminHosts",
                    tls.host(),
                    "adminTruststore",
                    own.resolve(RunCertificates.AUTHORITY).toString());

            assertThat(settings(trusting).clusterId(LIMIT)).isNotEmpty();
            assertFails(() -> settings(Map.of("adminHosts", tls.host())).clusterId(LIMIT))
                    .hasMessageContaining("PKIX");
        }
    }

    @Test
    void readsFactsOfTheClusterAndOfANewerVersion() {
        fake.set("retention_bytes", "1000");
        assertThat(facts())
                .containsEntry("redpanda.version", "v23.1.7 - 8ce86e4f09")
                .containsEntry("redpanda.cores", "8")
                .containsEntry("redpanda.brokerStates", "active")
                .containsEntry("redpanda.healthy", "true")
                .containsEntry("redpanda.license", "none")
                .containsEntry("broker.retention_bytes", "1000")
                .containsEntry("broker.delete_retention_ms", "604800000")
                .doesNotContainKeys("redpanda.adminApi", "broker.write_caching_default");
        assertThat(facts(Map.of("adminHosts", "127.0.0.1:1"))).containsOnlyKeys("redpanda.adminApi");

        fake.beNew();
        fake.set("write_caching_default", "\"true\"");
        assertThat(facts())
                .containsEntry("redpanda.version", "v24.2.1 - 0123abc")
                .containsEntry("broker.write_caching_default", "true")
                .containsEntry("broker.log_retention_ms", "604800000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "false; false: 1 nodes_down, 1 leaderless_partitions, 2 under_replicated_partitions",
                "true; false: [\"nodes_down\",\"leaderless_partitions\"]"
            })
    void reportsWhyAClusterIsNotHealthy(boolean isNew, String health) {
        if (isNew) {
            fake.beNew();
        }
        fake.loseNode();

        assertThat(facts())
                .containsEntry("redpanda.healthy", "true")
                .containsEntry("redpanda.brokerStates", "active, not alive");
        assertThat(facts())
                .containsEntry("redpanda.healthy", health)
                .containsEntry("redpanda.brokerStates", "active, not alive");
    }

    /** On a Kafka broker, with an admin API beside it. The metadata of Redpanda 23.1 list a broker for some time after its end. */
    @Test
    void anAdminApiBesideKafkaReportsItsFactsAndDeadBrokers() {
        DriverConfig config = SharedCluster.config("redpanda").withSettings(Map.of("adminHosts", fake.host()));
        try (var driver = new RedpandaDriverFactory().open(config);
                var admin = driver.openAdmin()) {
            assertThat(admin.rightDriver(LIMIT)).contains("kafka");
            assertThat(admin.clusterSettings()).isPresent();
            assertThat(admin.facts(LIMIT))
                    .containsEntry("system", "Kafka")
                    .containsKey("redpanda.version")
                    .doesNotContainKey("redpanda.adminApi");
            assertThat(admin.brokers(LIMIT)).extracting(BrokerNode::id).containsExactly(1);

            fake.loseNode();

            assertThat(admin.brokers(LIMIT)).isEmpty();
        }
    }

    private static AbstractThrowableAssert<?, ?> assertFails(ThrowingCallable request) {
        return assertThatThrownBy(request).isInstanceOf(DriverException.class);
    }

    private void change(String name, String value) {
        settings().change(Map.of(name, value), Set.of(), LIMIT);
    }

    private Map<String, String> facts() {
        return facts(Map.of());
    }

    private RedpandaClusterSettings settings() {
        return settings(Map.of());
    }

    private Map<String, String> facts(Map<String, String> more) {
        return new RedpandaFacts(api(more), new AnswerDeadline(LIMIT)).read();
    }

    private RedpandaClusterSettings settings(Map<String, String> more) {
        return new RedpandaClusterSettings(api(more));
    }

    private AdminApi api(Map<String, String> more) {
        var fields = new TreeMap<>(Map.of("adminHosts", fake.host()));
        fields.putAll(more);
        return new AdminApi(AdminSettings.of(DriverConfig.of("redpanda").withSettings(fields))
                .orElseThrow());
    }
}
