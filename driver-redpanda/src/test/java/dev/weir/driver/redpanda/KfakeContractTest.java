package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server that is not Apache Kafka: what is tested is that the client's side relies on the protocol alone. */
class KfakeContractTest extends DriverContract {

    /** It is built first. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServer() {
        Kfake.shared();
    }

    @Override
    protected DriverFactory factory() {
        return new RedpandaDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return Kfake.shared().config();
    }

    @Test
    void reportsPartialFactsOfASystem() {
        assertThat(admin().facts(Duration.ofSeconds(10)))
                .containsEntry("system", "Redpanda")
                .containsEntry("brokers", "1")
                .containsKeys("client", "cluster.id");
    }

    @Test
    void theServerEndsWithItsOwner() {
        try (Kfake server = Kfake.start()) {
            assertThat(ProcessHandle.of(server.processId())).isPresent();
            assertThat(server.endsWithItsOwner()).isTrue();
            assertThat(ProcessHandle.of(server.processId())).isEmpty();
        }
    }
}
