package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.loading.Drivers;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Against a Kafka broker, with an admin API beside it. */
class RedpandaOnKafkaTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void isFoundByItsNameAndByTheClassThatOmbNames() {
        var drivers = Drivers.onClassPath();
        assertThat(drivers.find("redpanda")).containsInstanceOf(RedpandaDriverFactory.class);
        assertThat(drivers.find("io.openmessaging.benchmark.driver.redpanda.RedpandaBenchmarkDriver"))
                .containsInstanceOf(RedpandaDriverFactory.class);
    }

    /** The metadata of Redpanda 23.1 list a broker for some time after its end. */
    @Test
    void aBrokerThatTheAdminApiReportsAsDeadDoesNotServe() throws IOException {
        try (var fake = new FakeAdminApi();
                var driver = open(fake);
                var admin = driver.openAdmin()) {
            assertThat(admin.brokers(LIMIT)).extracting(BrokerNode::id).containsExactly(1);
            fake.loseNode();
            assertThat(admin.brokers(LIMIT)).isEmpty();
        }
    }

    /** The admin API beside it is that of another system. */
    @Test
    void reportsWhichSystemItIs() throws IOException {
        try (var fake = new FakeAdminApi();
                var driver = open(fake);
                var admin = driver.openAdmin()) {
            assertThat(admin.rightDriver(LIMIT)).contains("kafka");
            assertThat(admin.clusterSettings()).isPresent();
            assertThat(admin.facts(LIMIT))
                    .containsEntry("system", "Kafka")
                    .containsKey("redpanda.version")
                    .doesNotContainKey("redpanda.adminApi");
        }
    }

    private static Driver open(FakeAdminApi fake) {
        DriverConfig config = SharedCluster.config("redpanda").withSettings(Map.of("adminHosts", fake.host()));
        return new RedpandaDriverFactory().open(config);
    }
}
