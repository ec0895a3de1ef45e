package dev.weir.driver.redpanda;

import dev.weir.cli.ClusterConfigContract;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * The admin API is a fake one, and the server of the messages has the cluster id of a Redpanda. What the commands do is the same as in {@code
 * KafkaClusterConfigTest}, and what differs is in {@link RedpandaClusterSettingsTest}.
 */
@Tag("soak")
class RedpandaClusterConfigTest extends ClusterConfigContract {
    private final FakeAdminApi fake;

    RedpandaClusterConfigTest() throws IOException {
        fake = new FakeAdminApi();
        fake.beNew();
    }

    /** It is built first. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServer() {
        Kfake.sharedAsRedpanda231();
    }

    @Override
    protected void giveFirst() {
        fake.set("write_caching_default", "\"disabled\"");
        fake.beSlow(2);
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    @Override
    protected String driverFile() {
        return """
                name: Redpanda
                driver: redpanda
                replicationFactor: 1
                adminHosts: 127.0.0.1:1, %s
                commonConfig: |
                  bootstrap.servers=%s
                """.formatted(fake.host(), Kfake.sharedAsRedpanda231().addresses());
    }

    @Override
    protected List<Map.Entry<String, String>> asked() {
        return List.of(Map.entry("write_caching_default", "true"), Map.entry("log_retention_ms", "600000"));
    }

    @Override
    protected String given() {
        return fake.given();
    }
}
