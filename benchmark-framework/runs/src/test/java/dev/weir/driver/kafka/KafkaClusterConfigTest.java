package dev.weir.driver.kafka;

import dev.weir.cli.ClusterConfigContract;
import dev.weir.driver.kafka.admin.KafkaClusterSettings;
import dev.weir.driver.kafka.embedded.TestClusters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.ResourceLock;

/** On a broker whose settings no other test looks at meanwhile. */
@ResourceLock(TestClusters.DISTURBED)
class KafkaClusterConfigTest extends ClusterConfigContract {
    private static final ConfigResource ALL = new ConfigResource(ConfigResource.Type.BROKER, "");
    private static final String FLUSH = "log.flush.interval.messages";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final String servers = TestClusters.disturbed().bootstrapServers();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", servers));

    private final KafkaClusterSettings settings = new KafkaClusterSettings(admin);

    @Override
    protected void giveFirst() {
        settings.change(Map.of(FLUSH, "5000"), Set.of(), LIMIT);
    }

    @AfterEach
    void takeItAway() {
        settings.change(Map.of(), Set.of(FLUSH), LIMIT);
        admin.close();
    }

    @Override
    protected String driverFile() {
        return """
                name: Kafka
                driver: kafka
                replicationFactor: 1
                commonConfig: |
                  bootstrap.servers=%s
                """.formatted(servers);
    }

    @Override
    protected List<Map.Entry<String, String>> asked() {
        return List.of(Map.entry(FLUSH, "1000"), Map.entry("log.retention.ms", "600000"));
    }

    @Override
    protected String given() {
        Map<String, String> given = new TreeMap<>();
        SharedCluster.answer(admin.describeConfigs(List.of(ALL)).all()).values().stream()
                .flatMap(config -> config.entries().stream())
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG)
                .forEach(entry -> given.put(entry.name(), entry.value()));
        return given.toString();
    }
}
