package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.loading.Drivers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Against a Kafka broker, with an admin API beside it: what is tested is the client's side. */
class RedpandaDriverContractTest extends DriverContract {
    private static final FakeAdminApi ADMIN = started();

    private static FakeAdminApi started() {
        try {
            return new FakeAdminApi();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void stop() {
        ADMIN.close();
    }

    @Override
    protected DriverFactory factory() {
        return new RedpandaDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return SharedCluster.config("redpanda").withSettings(Map.of("adminHosts", ADMIN.host()));
    }

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
                var driver = factory().open(config().withSettings(Map.of("adminHosts", fake.host())));
                var admin = driver.openAdmin()) {
            assertThat(admin.brokers(Duration.ofSeconds(10)))
                    .extracting(BrokerNode::id)
                    .containsExactly(1);
            fake.loseNode();
            assertThat(admin.brokers(Duration.ofSeconds(10))).isEmpty();
        }
    }

    /** The admin API beside it is that of another system. */
    @Test
    void reportsWhichSystemItIs() {
        assertThat(admin().rightDriver(Duration.ofSeconds(10))).contains("kafka");
        assertThat(admin().facts(Duration.ofSeconds(10)))
                .containsEntry("system", "Kafka")
                .containsKey("redpanda.version")
                .doesNotContainKey("redpanda.adminApi");
    }
}
