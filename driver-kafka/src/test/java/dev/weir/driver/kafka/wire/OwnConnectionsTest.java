package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedSends;
import dev.weir.driver.client.ConnectionListener;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.kafka.Intercepted;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.internals.BrokerSecurityConfigs;
import org.apache.kafka.common.network.ChannelBuilders;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.authenticator.CredentialCache;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a sink that counts connections and can drop them. */
class OwnConnectionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PARTITIONS = 4;

    private final RecordedSends sends = new RecordedSends();
    private final Heard heard = new Heard();

    /** What became of connections. */
    private static final class Heard implements ConnectionListener {
        private final List<Long> tcp = new CopyOnWriteArrayList<>();
        private final List<Long> others = new CopyOnWriteArrayList<>();
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicInteger lost = new AtomicInteger();
        private final List<Long> first = new CopyOnWriteArrayList<>();

        @Override
        public void made(long tcpNanos, long tlsNanos, long saslNanos) {
            tcp.add(tcpNanos);
            others.addAll(List.of(tlsNanos, saslNanos));
        }

        @Override
        public void failed(Throwable cause) {
            failed.incrementAndGet();
        }

        @Override
        public void lost(Throwable cause) {
            lost.incrementAndGet();
        }

        @Override
        public void firstAcknowledged(long nanos) {
            first.add(nanos);
        }
    }

    @Test
    void eachConnectionHasAClientIdAndAShareOfTheMessagesAndIsMadeAgain() {
        try (var sink = new AcknowledgingSink().with("topic", PARTITIONS);
                Producer producer = open(sink, 50, Map.of())) {
            send(producer, 0, 500);

            awaitAcknowledged(500);
            assertThat(sink.clientIds().values())
                    .doesNotHaveDuplicates()
                    .hasSize(50)
                    .allMatch(id -> id.matches("test-0000[0-4]\\d"));
            assertThat(heard.tcp).hasSize(50).allMatch(nanos -> nanos >= 0);
            assertThat(heard.others).containsOnly(-1L);
            assertThat(heard.first).hasSize(50).allMatch(nanos -> nanos > 0);
            assertThat(heard.failed).hasValue(0);
            assertThat(heard.lost).hasValue(0);

            sink.dropConnections();
            await().atMost(LIMIT).until(() -> heard.lost.get() == 50);
            send(producer, 500, 500);

            awaitAcknowledged(1000);
            assertThat(heard.tcp).hasSize(100);
            assertThat(heard.first).hasSize(100);
            assertThat(sends.failed()).isEmpty();
        }
        // Closing loses none.
        assertThat(heard.lost).hasValue(50);
    }

    @Test
    void sendsAgainWhatWasInFlightOnALostConnection() {
        var batches = new AtomicInteger();
        var sinks = new AtomicReference<AcknowledgingSink>();
        try (var sink = new AcknowledgingSink((partition, batch) -> {
                            if (batches.incrementAndGet() == 10) {
                                // Before this batch is answered.
                                Objects.requireNonNull(sinks.get()).dropConnections();
                            }
                            return Errors.NONE;
                        })
                        .with("topic", PARTITIONS);
                Producer producer = open(sink, 20, Map.of())) {
            sinks.set(sink);
            send(producer, 0, 100);

            awaitAcknowledged(100);
            assertThat(sends.acknowledged()).doesNotHaveDuplicates();
            assertThat(sends.failed()).isEmpty();
            assertThat(heard.lost.get()).isPositive();
            assertThat(sink.messages()).isGreaterThan(100);
        }
    }

    @Test
    void timesTlsAndSasl(@TempDir Path folder) throws IOException {
        assertThat(RunCertificates.make(
                        folder, List.of("127.0.0.1"), Instant.now(), Duration.ofHours(1), false, new Problems()))
                .isTrue();
        Path own = RunCertificates.ofWorker(folder, "127.0.0.1");
        String login = "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"b\"";
        String certificate = Files.readString(own.resolve(RunCertificates.CERTIFICATE));
        String key = Files.readString(own.resolve(RunCertificates.KEY));
        String authentication = login + " user_a=\"b\";";
        var server = new AbstractConfig(
                BrokerSecurityConfigs.CONFIG_DEF,
                Map.of(
                        "ssl.keystore.type", "PEM",
                        "ssl.keystore.certificate.chain", certificate,
                        "ssl.keystore.key", key,
                        "sasl.enabled.mechanisms", "PLAIN",
                        "listener.name.secured.plain.sasl.jaas.config", authentication));
        var channels = ChannelBuilders.serverChannelBuilder(
                new ListenerName("secured"),
                false,
                SecurityProtocol.SASL_SSL,
                server,
                new CredentialCache(),
                null,
                Time.SYSTEM,
                new LogContext(),
                version -> new ApiVersionsResponse(AcknowledgingSink.versions()));
        Map<String, String> client = Map.of(
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", login + ";",
                "ssl.truststore.type", "PEM",
                "ssl.truststore.certificates", Files.readString(own.resolve(RunCertificates.AUTHORITY)));
        try (var sink = new AcknowledgingSink((partition, batch) -> Errors.NONE, channels).with("topic", PARTITIONS);
                Producer producer = open(sink, 8, client)) {
            send(producer, 0, 16);

            awaitAcknowledged(16);
            assertThat(heard.tcp).hasSize(8);
            assertThat(heard.others).hasSize(16).allMatch(nanos -> nanos >= 0);
            assertThat(heard.failed).hasValue(0);
        }
    }

    /** A busy host can make it slower, but not faster. */
    @Test
    void makesConnectionsAtTheRate() {
        long begin = System.nanoTime();
        try (var sink = new AcknowledgingSink().with("topic", PARTITIONS);
                Producer producer = open(sink, 40, 20, Map.of())) {
            await().atMost(LIMIT).until(() -> heard.tcp.size() == 40);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1900));
            assertThat(producer.metrics()).isEmpty();
        }
    }

    /** The first connection is to the partition whose leader is missing. */
    @Test
    void aPartitionWithoutALeaderHoldsUpNoOtherConnection() {
        Map<String, String> properties = Map.of("socket.connection.setup.timeout.ms", "200");
        try (var sink = new AcknowledgingSink().with("topic", PARTITIONS)) {
            sink.leaveWithoutLeader(0);
            try (Producer producer = open(sink, 20, properties)) {
                send(producer, 0, 20);

                await().atMost(LIMIT).until(() -> sends.acknowledged().size() == 15 && heard.failed.get() >= 5);
                assertThat(heard.tcp).hasSize(15);

                sink.leaveWithoutLeader(-1);
                awaitAcknowledged(20);
            }
        }
    }

    @Test
    void sendsAgainWhatWasRefused() {
        var asked = new AtomicInteger();
        try (var sink = new AcknowledgingSink((partition, batch) ->
                                asked.incrementAndGet() % 3 == 0 ? Errors.NOT_LEADER_OR_FOLLOWER : Errors.NONE)
                        .with("topic", PARTITIONS);
                Producer producer = open(sink, 20, Map.of("retry.backoff.ms", "1"))) {
            send(producer, 0, 400);

            awaitAcknowledged(400);
            assertThat(sends.failed()).isEmpty();
        }
    }

    @Test
    void acknowledgesWithoutAnAnswerWhereNoneIsAskedFor() {
        Map<String, String> properties = Map.of("acks", "0", "enable.idempotence", "false");
        try (var sink = new AcknowledgingSink().with("topic", PARTITIONS);
                Producer producer = open(sink, 20, properties)) {
            send(producer, 0, 100);

            await().atMost(LIMIT).until(() -> sends.acknowledged().size() == 100 && sink.messages() == 100);
        }
    }

    @Test
    void failsAtTheEndWhatTheSystemRefused() {
        Map<String, String> properties = Map.of("delivery.timeout.ms", "1500", "request.timeout.ms", "1000");
        try (var sink =
                new AcknowledgingSink((partition, batch) -> Errors.NOT_LEADER_OR_FOLLOWER).with("topic", PARTITIONS)) {
            Producer producer = open(sink, 20, properties);
            send(producer, 0, 40);

            producer.close();

            assertThat(sends.failed()).hasSize(40);
        }
    }

    private void awaitAcknowledged(int messages) {
        await().atMost(LIMIT).until(() -> sends.acknowledged().size() == messages);
    }

    private Producer open(AcknowledgingSink sink, int count, Map<String, String> properties) {
        return open(sink, count, Double.POSITIVE_INFINITY, properties);
    }

    private Producer open(AcknowledgingSink sink, int count, double perSecond, Map<String, String> properties) {
        var listener = Intercepted.of(
                SendListener.class,
                sends,
                (method, arguments, original) -> method.equals("connections") ? heard : original.call());
        return WireProducer.open(
                sink.producerConfig(properties),
                new ProducerSpec("test", "topic", PARTITIONS, new Connections(count, perSecond), List.of()),
                listener);
    }

    private static void send(Producer producer, int from, int messages) {
        for (int number = from; number < from + messages; number++) {
            byte[] value = ByteBuffer.allocate(100).putLong(number).array();
            producer.send(-1, null, value, null, number, number, number);
        }
    }
}
