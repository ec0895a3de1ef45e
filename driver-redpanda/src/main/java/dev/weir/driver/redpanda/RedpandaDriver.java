package dev.weir.driver.redpanda;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverException;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.KafkaDriverAdmin;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/** Kafka's driver, with an administration that knows Redpanda's admin API. */
final class RedpandaDriver extends KafkaDriver {

    RedpandaDriver(DriverConfig config) {
        super(config, "Redpanda");
    }

    @Override
    protected KafkaDriverAdmin administration(Admin client, DriverConfig driver, String name) {
        try {
            return new RedpandaAdmin(client, driver, name);
        } catch (DriverException e) {
            client.close(Duration.ZERO);
            throw e;
        }
    }
}
