package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.Drivers;
import dev.weir.driver.kafka.SharedCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Against a Kafka broker: what is tested is the client's side. */
class RedpandaDriverContractTest extends DriverContract {

    @Override
    protected DriverFactory factory() {
        return new RedpandaDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return SharedCluster.config("redpanda");
    }

    @Test
    void isFoundByItsNameAndByTheClassThatOmbNames() {
        var drivers = Drivers.onClassPath();
        assertThat(drivers.find("redpanda")).containsInstanceOf(RedpandaDriverFactory.class);
        assertThat(drivers.find("io.openmessaging.benchmark.driver.redpanda.RedpandaBenchmarkDriver"))
                .containsInstanceOf(RedpandaDriverFactory.class);
    }

    @Test
    void saysWhichSystemItIs() {
        assertThat(admin().facts(Duration.ofSeconds(10))).containsEntry("system", "Redpanda");
    }
}
