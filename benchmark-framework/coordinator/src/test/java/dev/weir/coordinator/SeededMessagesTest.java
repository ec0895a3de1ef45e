package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.worker.message.Stamp;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the messages of a whole run carry, and where their keys lead them. */
@Tag("slow")
class SeededMessagesTest {
    @TempDir
    Path folder;

    private final Map<Sent, String> keys = new ConcurrentHashMap<>();
    private final Map<Sent, String> payloads = new ConcurrentHashMap<>();
    private final Map<Sent, Long> due = new ConcurrentHashMap<>();

    private final Map<Sent, Integer> partitions = new ConcurrentHashMap<>();
    private final Set<Sent> measured = ConcurrentHashMap.newKeySet();
    private final Queue<Probe> probes = new ConcurrentLinkedQueue<>();

    /**
     * The seed decides what each message is, and when it is due: with random arrivals, keys and payloads, a second run sends
     * the same messages, although its warm-up is longer.
     */
    @Test
    void messagesOfAKeyStayOnOnePartitionAndASecondRunSendsTheSame() {
        RunResult result = run(randomLoad(Duration.ofMillis(400)));

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(partitions.keySet()).isEqualTo(keys.keySet());
        Map<String, Set<Integer>> partitionsOfKeys = new HashMap<>();
        keys.forEach((sent, key) -> partitionsOfKeys
                .computeIfAbsent(key, any -> new HashSet<>())
                .add(Objects.requireNonNull(partitions.get(sent))));
        assertThat(partitionsOfKeys).hasSizeBetween(40, 50);
        assertThat(partitionsOfKeys.values())
                .allSatisfy(used -> assertThat(used).hasSize(1));
        assertThat(partitions.values()).contains(0, 1, 2, 3);
        assertThat(Set.copyOf(payloads.values())).hasSize(10);
        List<List<String>> warmUp = List.of(texts(0, false), texts(1, false));
        List<List<String>> measurement = List.of(texts(0, true), texts(1, true));
        assertThat(measurement).allSatisfy(messages -> assertThat(messages).hasSizeBetween(400, 600));
        run(randomLoad(Duration.ofMillis(600)));

        for (int producer = 0; producer < 2; producer++) {
            assertThat(texts(producer, false)).startsWith(warmUp.get(producer).toArray(String[]::new));
            assertThat(texts(producer, true)).isEqualTo(measurement.get(producer));
        }
    }

    private static Workloads randomLoad(Duration warmUp) {
        return Workloads.small()
                .topics(1, 4)
                .keys(new KeySpec(KeyDistributor.RANDOM_NANO, 50, 1, 3))
                .shape(new LoadShape(Arrival.POISSON, 1, false, 0, OptionalLong.empty()))
                .durations(warmUp, Duration.ofSeconds(1));
    }

    /** Returns a producer's messages of the warm-up or the measurement: when each was due after the one before, key and payload. */
    private List<String> texts(int producer, boolean ofMeasurement) {
        List<Sent> sent = due.keySet().stream()
                .filter(message -> message.producer() == producer && measured.contains(message) == ofMeasurement)
                .sorted(Comparator.comparing(Sent::sequence))
                .toList();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            long gap = i == 0 ? 0 : dueNanos(sent.get(i)) - dueNanos(sent.get(i - 1));
            texts.add(gap + " " + keys.get(sent.get(i)) + " " + payloads.get(sent.get(i)));
        }
        return texts;
    }

    private long dueNanos(Sent sent) {
        return Objects.requireNonNull(due.get(sent));
    }

    /** Systems refuse some messages, so probes must not be refused where the load is not, or accepted where it is. */
    @Test
    void probesHaveKeysSizesAndPayloadsOfTheLoad() {
        var sizes = new SizeDistribution(List.of(new SizeClass(40, 40, 9), new SizeClass(2000, 2000, 1)));
        RunResult result = run(Workloads.small()
                .topics(1, 8)
                .keys(new KeySpec(KeyDistributor.KEY_ROUND_ROBIN, 3, 0, 3))
                .payload(PayloadSpec.pool(sizes, 1, 20))
                .durations(Duration.ofMillis(400), Duration.ofSeconds(1)));

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(probes).hasSizeGreaterThanOrEqualTo(8);
        assertThat(probes).extracting(Probe::key).isSubsetOf(keys.values()).hasSizeGreaterThan(1);
        assertThat(probes).extracting(Probe::payload).isSubsetOf(payloads.values());
        // The first one of each producer.
        assertThat(probes)
                .filteredOn(probe -> probe.payload().length() == 2 * (2000 - PayloadSpec.STAMP_BYTES))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(probes).extracting(probe -> probe.payload().length()).contains(2 * (40 - PayloadSpec.STAMP_BYTES));
    }

    private RunResult run(Workloads spec) {
        Workload workload = spec.build();
        try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(new Watched())))) {
            return MiniCluster.undisturbed(() -> {
                List.of(keys, payloads, due, partitions).forEach(Map::clear);
                List.of(probes, measured).forEach(Collection::clear);
                return cluster.run(workload, DriverConfig.of(Watched.NAME));
            });
        }
    }

    /** A message, by what its stamp says. */
    private record Sent(int producer, long sequence) {
        static Sent of(byte[] value) {
            ByteBuffer stamp = ByteBuffer.wrap(value);
            return new Sent(stamp.getInt(4) & Integer.MAX_VALUE, stamp.getLong(8));
        }

        boolean isProbe() {
            return sequence < 0;
        }
    }

    /** The contents of a probe. */
    private record Probe(String key, String payload) {}

    /** The driver none, which shows what it is given and where that arrives. */
    private final class Watched implements DriverFactory {
        static final String NAME = "watched";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Driver open(DriverConfig config) {
            return new WrappedNone(Map.of()) {
                @Override
                public Producer openProducer(ProducerSpec spec, SendListener listener) {
                    return asking((key, value, sequence) -> note(key, value), super.openProducer(spec, listener));
                }

                @Override
                public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
                    return super.openConsumer(spec, watched(listener));
                }
            };
        }

        private boolean note(byte @Nullable [] key, byte[] value) {
            if (key != null) {
                Sent sent = Sent.of(value);
                String text = new String(key, StandardCharsets.US_ASCII);
                String payload = HexFormat.of().formatHex(value, PayloadSpec.STAMP_BYTES, value.length);
                if (sent.isProbe()) {
                    probes.add(new Probe(text, payload));
                } else {
                    keys.put(sent, text);
                    payloads.put(sent, payload);
                    due.put(sent, Stamp.intendedNanos(value));
                    if (Stamp.isMeasured(value)) {
                        measured.add(sent);
                    }
                }
            }
            return true;
        }

        private ReceiveListener watched(ReceiveListener listener) {
            return new ReceiveListener() {
                @Override
                public void batch(int count) {
                    listener.batch(count);
                }

                @Override
                public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
                    Sent sent = Sent.of(value);
                    if (!sent.isProbe()) {
                        partitions.put(sent, partition);
                    }
                    listener.received(partition, offset, value, header);
                }

                @Override
                public void failed(Throwable cause, boolean fatal) {
                    listener.failed(cause, fatal);
                }
            };
        }
    }
}
