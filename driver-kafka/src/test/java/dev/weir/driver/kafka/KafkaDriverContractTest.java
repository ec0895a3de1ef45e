package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.RecordedSends;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KafkaDriverContractTest extends DriverContract {

    @Override
    protected DriverFactory factory() {
        return new KafkaDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return SharedCluster.config("kafka");
    }

    @Test
    void statesWhatDecidesAboutDurability() {
        assertThat(admin().facts(Duration.ofSeconds(10)))
                .containsEntry("system", "Kafka")
                .containsEntry("brokers", "1")
                .containsKeys(
                        "cluster.id",
                        "controller",
                        "feature.metadata.version",
                        "broker.min.insync.replicas",
                        "broker.log.flush.interval.messages",
                        "broker.unclean.leader.election.enable");
    }

    @Test
    void aMessageThatIsTooLargeFailsAndTheNextOneSucceeds() {
        var sends = new RecordedSends();
        var producer = producer(topic("large", 1), 1, sends);
        producer.send(0, null, new byte[2_000_000], null, 1, 2, 3);
        assertThat(sends.failed()).containsExactly(new RecordedSends.Numbers(1, 2, 3));
        send(producer, 0, 4);
        awaitUntil("acknowledged", () -> sends.acknowledged().size() == 1);
    }
}
