package dev.weir.driver.kafka;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.transaction.TransactionalProducer;
import dev.weir.driver.transaction.TransactionalSpec;
import dev.weir.workload.message.PayloadSpec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaDriverContractTest extends DriverContract {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Override
    protected DriverFactory factory() {
        return new KafkaDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return SharedCluster.config("kafka");
    }

    @Test
    void statesTheSettingsOfDurability() {
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

    /** Of a topic whose own properties differ from the cluster's, beside one that has the cluster's. */
    @Test
    void reportsWhatAcknowledgementsOfATopicMean() {
        String plain = topic("plain", 1);
        String flushed = topicName("flushed");
        Map<String, String> properties =
                Map.of("flush.messages", "1", "flush.ms", "1000", "unclean.leader.election.enable", "true");
        DriverConfig config =
                SharedCluster.withTopics(config().withSettings(Map.of()), new TopicConfig(1, false, properties));
        try (Driver driver = factory().open(config);
                var admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec(flushed, 1)), LIMIT);
            Durability one = admin.durability(List.of(flushed), LIMIT);
            Durability other = admin.durability(List.of(plain), LIMIT);
            Durability both = admin.durability(List.of(plain, flushed), LIMIT);

            assertThat(one.items())
                    .contains(
                            new DurabilityItem(
                                    DurabilityKey.FSYNC,
                                    Durability.BEFORE_ACKNOWLEDGEMENT,
                                    DurabilitySource.TOPIC,
                                    "flush.messages=1"),
                            DurabilityItem.of(DurabilityKey.UNCLEAN_LEADER_ELECTION, "true", DurabilitySource.TOPIC));
            assertThat(other.items())
                    .contains(
                            DurabilityItem.of(DurabilityKey.FSYNC, Durability.BY_THE_OS, DurabilitySource.CLUSTER),
                            DurabilityItem.of(DurabilityKey.MIN_INSYNC_REPLICAS, "1", DurabilitySource.TOPIC),
                            DurabilityItem.of(DurabilityKey.REPLICATION_FACTOR, "1", DurabilitySource.TOPIC),
                            DurabilityItem.of(DurabilityKey.BROKERS, "1", DurabilitySource.CLUSTER));
            assertThat(other.find(DurabilityKey.BROKER_VERSION).orElseThrow().value())
                    .startsWith("metadata.version ");
            assertThat(both.find(DurabilityKey.FSYNC).orElseThrow().value())
                    .isEqualTo("before acknowledgement and by the operating system");
            assertThat(admin.durability(List.of(topicName("none")), LIMIT).knows(DurabilityKey.FSYNC))
                    .isFalse();
        }
    }

    @Test
    void reportsThePartitionsOfTopicsThatExist() {
        String topic = topic("counted", 3);

        assertThat(admin().partitions(List.of(topic, topic + "-none", "bad name"), Duration.ofSeconds(10)))
                .isEqualTo(Map.of(topic, 3));
    }

    /** Whatever the driver file says of it. */
    @Test
    void aConsumerOfAnExistingTopicBeginsAtTheRequestedPosition() {
        String topic = topic("before", 1);
        var producer = producer(topic, 1);
        sendAndAwait(producer, consumer(topic, 1, "control"), 0, 10);
        var first = new RecordedReceipts();
        var end = new RecordedReceipts();
        Consumer ofFirst = opening(driver().openConsumer(
                        new ConsumerSpec(topic + "-first", topic, 1, topic + "-first", ReadFrom.FIRST_PAUSED), first));
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
    void handsOutTheKeysOfMessages() {
        assumeThat(driver().reads()).isPresent();
        String topic = topic("keys", 1);
        List<Optional<Byte>> keys = new CopyOnWriteArrayList<>();
        // A message without its key would have four arguments.
        var listener = Intercepted.listener(ReceiveListener.class, (method, arguments) -> {
            if (method.equals("received") && arguments.length == 5) {
                keys.add(Optional.ofNullable((byte[]) arguments[2]).map(key -> key[0]));
            }
        });
        Reader reader = opening(driver().reads()
                .orElseThrow()
                .openReader(new ReaderSpec(topic, topic, Optional.empty(), List.of(0), true)));
        var producer = producer(topic, 1);
        producer.send(0, new byte[] {42}, new byte[8], null, 0, 1, 2);
        producer.send(0, null, new byte[8], null, 1, 2, 3);

        awaitUntil("both", () -> {
            reader.poll(Duration.ofMillis(100), listener);
            return keys.size() == 2;
        });
        assertThat(keys).containsExactly(Optional.of((byte) 42), Optional.empty());
    }

    /** If the stamp is in the payload, the client is given no header for it. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "lz4"})
    void anotherConsumerReadsPayloadsAndHeadersByteForByte(String compression) {
        String topic = topic("headers-" + compression, 1);
        byte[] json = "{\"id\": 17, \"name\": \"Müller\", \"tags\": [\"a\", \"b\"]}..".getBytes(UTF_8);
        byte[] stamp =
                ByteBuffer.allocate(PayloadSpec.STAMP_BYTES).putLong(4711).array();
        var type = new MessageHeader("content-type", "application/json");
        var trace = new MessageHeader("trace", "0123456789", 55);
        var spec = new ProducerSpec("headers", topic, 1, Connections.OF_CLIENT, List.of(type, trace));
        try (Driver driver =
                        factory().open(SharedCluster.withProducer(config(), Map.of("compression.type", compression)));
                Producer producer = driver.openProducer(spec, new RecordedSends())) {
            producer.send(0, null, json, stamp, 1, 2, 3);
            producer.send(0, null, new byte[0], null, 1, 2, 3);
        }

        Map<String, Object> properties = Map.of("bootstrap.servers", SharedCluster.servers());
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            await().pollInSameThread().atMost(LIMIT).until(() -> {
                consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
                return records.size() == 2;
            });
        }
        assertThat(records).extracting(ConsumerRecord::value).containsExactly(json, new byte[0]);
        String fixed = "content-type=application/json trace=0123456789012345678901234567890123456789012345678901234 ";
        assertThat(records)
                .extracting(KafkaDriverContractTest::headers)
                .containsExactly(fixed + "weir=" + new String(stamp, ISO_8859_1) + " ", fixed);
    }

    private static String headers(ConsumerRecord<byte[], byte[]> message) {
        var text = new StringBuilder();
        message.headers()
                .forEach(header -> text.append(header.key() + "=" + new String(header.value(), ISO_8859_1) + " "));
        return text.toString();
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

    /** A buffer for one batch: a message that opens the next one waits until the broker has answered. */
    @Test
    void reportsHowLongSendCallsWaitedForRoomInTheBuffer() {
        DriverConfig config =
                SharedCluster.withProducer(config(), Map.of("buffer.memory", "16384", "batch.size", "16384"));
        String topic = topic("waiting", 1);
        var sends = new RecordedSends();
        try (Driver driver = factory().open(config);
                Producer producer = driver.openProducer(new ProducerSpec("waiting", topic, 1), sends)) {
            send(producer, 0, 0);
            long before = producer.blockedNanos();
            long begin = System.nanoTime();
            for (int i = 1; i <= 100; i++) {
                producer.send(0, null, new byte[10_000], null, i, 1, 2);
            }
            long elapsed = System.nanoTime() - begin;

            assertThat(before).isNotNegative();
            assertThat(producer.blockedNanos() - before).isBetween(1L, elapsed);
        }
    }

    @Test
    void reportsHowLongBrokersDelayProducersAndConsumersWithQuotas() {
        String topic = topic("limited", 1);
        var sends = new RecordedSends();
        long begin = System.nanoTime();
        try (Driver driver = factory().open(limited(topic));
                Consumer consumer =
                        driver.openConsumer(new ConsumerSpec(topic, topic, 1, topic), new RecordedReceipts());
                Producer producer = driver.openProducer(new ProducerSpec(topic, topic, 1), sends)) {
            awaitDelay(
                    sends,
                    number -> producer.send(0, null, new byte[10_000], null, number, 1, 2),
                    () -> Math.min(producer.throttledNanos(), consumer.throttledNanos()));

            assertThat(Math.max(producer.throttledNanos(), consumer.throttledNanos()))
                    .isLessThan(System.nanoTime() - begin);
            assertThat(producer.metrics()).containsKeys("produce-throttle-time-avg", "produce-throttle-time-max");
            assertThat(consumer.metrics()).containsKeys("fetch-throttle-time-avg", "fetch-throttle-time-max");
        }
    }

    @Test
    void reportsHowLongBrokersDelayTransactionsWithQuotas() {
        assumeThat(driver().transactions()).isPresent();
        String topic = topic("limited-transactions", 1);
        var sends = new RecordedSends();
        try (Driver driver = factory().open(limited(topic));
                TransactionalProducer producer =
                        driver.transactions().orElseThrow().openProducer(new TransactionalSpec(topic, topic), sends)) {
            producer.begin();
            awaitDelay(
                    sends,
                    number -> producer.send(topic, 0, null, new byte[10_000], null, number, 1, 2),
                    producer::throttledNanos);
        }
    }

    private DriverConfig limited(String clientId) {
        return SharedCluster.limited(
                config(), clientId, Map.of("producer_byte_rate", 20_000.0, "consumer_byte_rate", 20_000.0));
    }

    /** Two bursts are more than a quota allows in ten seconds. */
    private static void awaitDelay(RecordedSends sends, IntConsumer sending, LongSupplier throttledNanos) {
        var sent = new AtomicInteger();
        awaitUntil("a delay", () -> {
            if (sends.resolved() == sent.get()) {
                IntStream.range(0, 11).forEach(sending);
                sent.addAndGet(11);
            }
            return throttledNanos.getAsLong() > 500_000_000;
        });
    }

    /** A thousand messages in one linger: without keys they fill one batch, with keys each partition's gets a part. */
    @Test
    void metricsShowWhatKeysCostInBatches() {
        DriverConfig config = SharedCluster.withProducer(config(), Map.of("linger.ms", "2000"));
        String topic = topic("batches", 32);
        try (Driver driver = factory().open(config)) {
            double withoutKeys = meanBatchBytes(driver, topic, false);
            double withKeys = meanBatchBytes(driver, topic, true);

            assertThat(withoutKeys).isLessThanOrEqualTo(131_072);
            assertThat(withKeys).isBetween(100.0, withoutKeys / 4);
        }
    }

    private static double meanBatchBytes(Driver driver, String topic, boolean keys) {
        var sends = new RecordedSends();
        try (Producer producer = driver.openProducer(new ProducerSpec("batching-" + keys, topic, 32), sends)) {
            for (int i = 0; i < 1000; i++) {
                producer.send(-1, keys ? new byte[] {(byte) i, (byte) (i >> 8)} : null, new byte[100], null, i, 1, 2);
            }
            awaitUntil("all acknowledged", () -> sends.acknowledged().size() == 1000);
            Map<String, Double> metrics = producer.metrics();
            assertThat(metrics).containsKeys("records-per-request-avg", "request-total", "record-queue-time-avg");
            return Objects.requireNonNull(metrics.get("batch-size-avg"));
        }
    }

    @Test
    void retentionOverridesTheDriverFile() {
        String topic = topicName("retention");
        var retention = new Retention(OptionalLong.of(7_200_000), OptionalLong.of(1 << 20));
        admin().createTopics(List.of(new TopicSpec(topic, 1, retention)), LIMIT);
        try (var kafka = Admin.create(Map.copyOf(config().clients().common()))) {
            var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            Config topicConfig = Objects.requireNonNull(SharedCluster.answer(
                            kafka.describeConfigs(List.of(resource)).all())
                    .get(resource));
            assertThat(topicConfig.get("retention.ms").value()).isEqualTo("7200000");
            assertThat(topicConfig.get("retention.bytes").value()).isEqualTo("1048576");
        }
    }

    @Test
    void reportsHowLargeTheDrivesAre() {
        assertThat(admin().storage(LIMIT)).isPresent();
    }

    /** With Kafka's 3 s between heartbeats, a consumer learns late that it is no member any more. */
    @Test
    void reportsThatAConsumerBeginsAgainWithoutACommittedOffset() {
        DriverConfig config = config().withConsumerConfig(Map.of(
                "enable.auto.commit", "false",
                "offsetCommitLingerMs", "3600000",
                "auto.offset.reset", "earliest",
                "heartbeat.interval.ms", "300"));
        String topic = topic("again", 1);
        var received = new RecordedReceipts();
        try (Driver driver = factory().open(config);
                var kafka = Admin.create(Map.copyOf(config.clients().common()));
                Consumer consumer =
                        driver.openConsumer(new ConsumerSpec(topic, topic, 1, topic + "-group"), received)) {
            awaitUntil("assigned", () -> assigned(consumer) == 1);
            sendAndAwait(producer(topic, 1), received, 0, 10);
            int before = received.resets();

            SharedCluster.answer(
                    kafka.removeMembersFromConsumerGroup(topic + "-group", new RemoveMembersFromConsumerGroupOptions())
                            .all());

            awaitUntil("everything again", () -> received.count() >= 20);
            assertThat(received.resets()).isGreaterThan(before);
        }
    }

    /** A member that does not poll for so long is taken for dead, and its partitions go to the other one. */
    @Test
    void aPauseLongerThanThePollIntervalCausesNoRebalance() {
        // The poll interval is the limit for joining, too: with slower heartbeats, which announce the second member,
        // the first one would join too late and be removed, and its return would remove the second one.
        DriverConfig config =
                config().withConsumerConfig(Map.of("max.poll.interval.ms", "2000", "heartbeat.interval.ms", "200"));
        String topic = topic("long-pause", 2);
        try (Driver driver = factory().open(config)) {
            var received = new RecordedReceipts();
            Consumer first = driver.openConsumer(new ConsumerSpec("first", topic, 2, topic + "-group"), received);
            Consumer second = driver.openConsumer(new ConsumerSpec("second", topic, 2, topic + "-group"), received);
            try {
                awaitUntil("one each", () -> assigned(first) == 1 && assigned(second) == 1);
                long[] before = first.positions();
                first.pause();

                await().during(Duration.ofSeconds(7))
                        .until(() -> Arrays.equals(first.positions(), before) && assigned(second) == 1);

                Producer producer = producer(topic, 2);
                for (int i = 0; i < 20; i++) {
                    send(producer, i % 2, i);
                }
                awaitUntil("half of them", () -> received.count() == 10);
                first.resume();
                awaitUntil("all of them", () -> received.count() == 20);
            } finally {
                first.close();
                second.close();
            }
        }
    }
}
