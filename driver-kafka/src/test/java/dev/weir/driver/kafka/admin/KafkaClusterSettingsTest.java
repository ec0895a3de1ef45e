package dev.weir.driver.kafka.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.SharedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** On one broker; those that the whole runs use are left alone. */
@ResourceLock("the settings of the shared cluster")
class KafkaClusterSettingsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String COMPRESSION = "compression.type";

    private final Admin admin = Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()));
    private final KafkaClusterSettings settings = new KafkaClusterSettings(admin);

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    void setsAndRemovesAValue() {
        settings.change(Map.of(COMPRESSION, "lz4"), Set.of(), LIMIT);
        assertThat(settings.read(List.of(COMPRESSION), LIMIT))
                .containsOnly(Map.entry(COMPRESSION, new ClusterSetting(COMPRESSION, "lz4", false)));

        settings.change(Map.of(), Set.of(COMPRESSION), LIMIT);
        assertThat(settings.read(List.of(COMPRESSION), LIMIT))
                .containsOnly(Map.entry(COMPRESSION, new ClusterSetting(COMPRESSION, "producer", true)));
    }

    @Test
    void namesSettingsThatCannotBeChanged() {
        assertThatThrownBy(() -> settings.read(
                        List.of("log.retention.m", "log.dirs", "ssl.key.password", "log.retention.ms"), LIMIT))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("clusterConfig: log.retention.m is no setting of broker ")
                .hasMessageContaining("; did you mean log.retention.ms?")
                .hasMessageContaining("log.dirs cannot be changed while brokers run: set it in their server.properties")
                .hasMessageContaining("ssl.key.password is a secret");
    }

    @Test
    void reportsWhyTheBrokersRefuse() {
        assertThatThrownBy(() -> settings.change(Map.of(COMPRESSION, "tight"), Set.of(), LIMIT))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("cannot change the cluster's settings: ")
                .hasMessageContaining("tight");
    }

    @Test
    void changesAFeatureAndPutsItBack() {
        String streams = "feature.streams.version";
        var one = new ClusterSetting(streams, "1", false);
        assertThat(settings.read(List.of(streams, COMPRESSION), LIMIT))
                .containsEntry(streams, one)
                .containsKey(COMPRESSION);

        settings.change(Map.of(streams, "0"), Set.of(), LIMIT);
        assertThat(settings.read(List.of(streams), LIMIT))
                .containsOnly(Map.entry(streams, new ClusterSetting(streams, "0", false)));

        settings.change(Map.of(streams, "1"), Set.of(), LIMIT);
        assertThat(settings.read(List.of(streams), LIMIT)).containsOnly(Map.entry(streams, one));
    }

    @Test
    void namesFeaturesAndVersionsThatTheBrokersDoNotHave() {
        assertThatThrownBy(() ->
                        settings.read(List.of("feature.shar.version", "feature.kraft.version", "log.dirs"), LIMIT))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("feature.shar.version is no feature of the brokers, which have ")
                .hasMessageContaining("; did you mean feature.share.version?")
                .hasMessageContaining("feature.kraft.version cannot be lowered again")
                .hasMessageContaining("log.dirs cannot be changed while brokers run");
        assertThatThrownBy(() -> settings.change(Map.of("feature.transaction.version", "9"), Set.of(), LIMIT))
                .isInstanceOf(DriverException.class)
                .hasMessage("clusterConfig: feature.transaction.version must be in [0, 2] on these brokers, got 9");
    }

    /** Nothing that is given to all brokers would have an effect on that one. */
    @Test
    void refusesSettingsThatABrokerSetsItself() {
        String broker = SharedCluster.answer(admin.describeCluster().nodes())
                .iterator()
                .next()
                .idString();
        var entry = new ConfigEntry("log.cleaner.backoff.ms", "14000");
        alter(broker, entry, AlterConfigOp.OpType.SET);
        try {
            await("the setting of the broker")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThatThrownBy(() -> settings.read(List.of(entry.name()), LIMIT))
                            .hasMessageContaining("is set for broker " + broker + " by itself"));
        } finally {
            alter(broker, entry, AlterConfigOp.OpType.DELETE);
        }
    }

    private void alter(String broker, ConfigEntry entry, AlterConfigOp.OpType type) {
        var resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
        SharedCluster.answer(admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(entry, type))))
                .all());
    }
}
