package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Consumer;
import dev.weir.driver.ConsumerSpec;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.ReadFrom;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedSends;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    void tellsThePartitionsOfTopicsThatExist() {
        String topic = topic("counted", 3);

        assertThat(admin().partitions(List.of(topic, topic + "-none", "bad name"), Duration.ofSeconds(10)))
                .isEqualTo(Map.of(topic, 3));
    }

    /** Whatever the driver file says of it. */
    @Test
    void aConsumerOfATopicThatExistedBeginsWhereItIsToldTo() {
        String topic = topic("before", 1);
        var producer = producer(topic, 1);
        sendAndAwait(producer, consumer(topic, 1, "control"), 0, 10);
        var first = new RecordedReceipts();
        var end = new RecordedReceipts();
        Consumer ofFirst = opening(driver().openConsumer(
                        new ConsumerSpec(topic + "-first", topic, 1, topic + "-first", ReadFrom.FIRST), first));
        Consumer ofEnd = opening(
                driver().openConsumer(new ConsumerSpec(topic + "-end", topic, 1, topic + "-end", ReadFrom.END), end));
        awaitUntil("positions", () -> ofEnd.positions()[0] == 10 && ofFirst.positions()[0] == 0);
        assertThat(first.count()).isZero();

        ofFirst.resume();
        awaitUntil("what was there before", () -> first.count() == 10);
        send(producer, 0, 10);

        awaitUntil("what was sent then", () -> first.count() == 11 && end.count() == 1);
        assertThat(numbers(end.receipts())).containsExactly(10L);
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
