package dev.weir.driver.redpanda;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.client.KafkaDriver;
import dev.weir.driver.kafka.config.TopicPromises;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/** Kafka's driver with Redpanda's administration. */
final class RedpandaDriver extends KafkaDriver {

    RedpandaDriver(DriverConfig config) {
        super(config, "Redpanda", new RedpandaPromises());
    }

    @Override
    protected KafkaDriverAdmin administration(Admin client, DriverConfig driver, String name, TopicPromises promised) {
        try {
            return new RedpandaAdmin(client, driver, name, promised);
        } catch (DriverException e) {
            client.close(Duration.ZERO);
            throw e;
        }
    }
}
