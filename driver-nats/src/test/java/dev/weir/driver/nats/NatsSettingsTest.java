package dev.weir.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Driver;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import io.nats.client.api.StorageType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NatsSettingsTest {
    private static final Map<String, String> SERVERS = Map.of("servers", "nats://a:4222, tls://b");

    @Test
    void readsTheFileThatIsShipped() {
        var problems = new Problems();
        DriverConfig config = DriverFile.read(
                        Path.of("nats.yaml"), new Drivers(List.of(new NatsDriverFactory())), problems)
                .orElseThrow();

        assertThat(problems.errors()).isEmpty();
        assertThat(problems.warnings()).isEmpty();
        assertThat(new NatsSettings(config).servers()).isEqualTo("nats://127.0.0.1:4222");
    }

    @Test
    void readsClientPropertiesAlsoFromCommonConfig() {
        var common = Map.of("servers", "nats://a:4222", "maxInFlight", "7", "pullBatch", "8", "ackWaitMillis", "900");
        var settings =
                new NatsSettings(config(1, Map.of("storage", "memory"), common, Map.of("maxInFlight", "9"), Map.of()));

        assertThat(settings.storage()).isEqualTo(StorageType.Memory);
        assertThat(settings.maxBytes()).isEqualTo(-1);
        assertThat(settings.maxInFlight()).isEqualTo(9);
        assertThat(settings.pullBatch()).isEqualTo(8);
        assertThat(settings.ackWait()).isEqualTo(Duration.ofMillis(900));
        assertThat(settings.ackTimeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void namesTheNearestProperty() {
        var config = config(1, Map.of("storag", "file"), SERVERS, Map.of("maxInflight", "1"), Map.of());

        assertThat(NatsSettings.problems(config))
                .containsExactly(
                        new ConfigProblem(
                                "topicConfig",
                                "storag",
                                "storag is not known; there are maxBytes, storage; did you mean storage?"),
                        new ConfigProblem(
                                "producerConfig",
                                "maxInflight",
                                "maxInflight is not known; there are ackTimeoutMillis, maxInFlight; did you mean"
                                        + " maxInFlight?"));
    }

    @Test
    void reportsWhichValuesThereCanBe() {
        var config =
                config(6, Map.of("storage", "tape"), Map.of("servers", "a:4222"), Map.of(), Map.of("pullBatch", "1"));

        assertThat(NatsSettings.problems(config))
                .extracting(ConfigProblem::message)
                .containsExactlyInAnyOrder(
                        "servers must be nats://HOST:PORT,... or tls://HOST:PORT,..., got a:4222",
                        "storage must be file or memory, got tape",
                        "pullBatch must be a whole number in [2, 1000], got 1",
                        "must be in [1, 5] for NATS, got 6");
        assertThat(NatsSettings.problems(DriverConfig.of("nats")))
                .extracting(ConfigProblem::message)
                .containsExactly("servers must be nats://HOST:PORT,... or tls://HOST:PORT,..., got none");
        assertThat(NatsSettings.problems(config(5, Map.of(), SERVERS, Map.of(), Map.of())))
                .isEmpty();
    }

    /** Results hold this property as it is, and the client repeats its URLs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nats://bench:s3cret@host:4222",
                "nats://a:4222,tls://s3cret@host_1:4222",
                "nats://bench:s3/cr,et@host:4222",
                "bench:s3cret@host:4222"
            })
    void refusesAUserInTheServersWithoutRepeatingIt(String servers) {
        var config = config(1, Map.of(), Map.of("servers", servers), Map.of(), Map.of());
        String message = "servers must be without a user, since results and messages show them: use the properties"
                + " user, password, token";

        assertThat(NatsSettings.problems(config))
                .containsExactly(new ConfigProblem("commonConfig", "servers", message));
        assertThatThrownBy(() -> {
                    try (Driver driver = new NatsDriverFactory().open(config)) {
                        driver.openAdmin().close();
                    }
                })
                .isInstanceOf(DriverException.class)
                .hasMessage(message)
                .hasNoCause();
    }

    private static DriverConfig config(
            int replicas,
            Map<String, String> topic,
            Map<String, String> common,
            Map<String, String> producer,
            Map<String, String> consumer) {
        return new DriverConfig(
                "nats",
                "nats",
                new TopicConfig(replicas, false, topic),
                new ClientConfig(common, producer, consumer),
                Map.of());
    }
}
