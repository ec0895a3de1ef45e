package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.Duration;
import java.util.ArrayList;
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

/** What the messages of a whole run carry, and where their keys lead them. */
@Tag("slow")
class SeededMessagesTest extends WholeRuns {
    private final Map<Sent, Content> messages = new ConcurrentHashMap<>();
    private final Map<Sent, Integer> partitions = new ConcurrentHashMap<>();
    private final Queue<Content> probes = new ConcurrentLinkedQueue<>();

    /**
     * The seed decides what each message is, and when it is due: with random arrivals, keys and payloads, a second run sends
     * the same messages, although its warm-up is longer.
     */
    @Test
    void messagesOfAKeyStayOnOnePartitionAndASecondRunSendsTheSame() {
        RunResult result = run(randomLoad(Duration.ofMillis(400)));

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(partitions.keySet()).isEqualTo(messages.keySet());
        Map<String, Set<Integer>> partitionsOfKeys = new HashMap<>();
        messages.forEach((sent, message) -> partitionsOfKeys
                .computeIfAbsent(message.key(), any -> new HashSet<>())
                .add(Objects.requireNonNull(partitions.get(sent))));
        assertThat(partitionsOfKeys).hasSizeBetween(40, 50);
        assertThat(partitionsOfKeys.values())
                .allSatisfy(used -> assertThat(used).hasSize(1));
        assertThat(partitions.values()).contains(0, 1, 2, 3);
        assertThat(messages.values().stream().map(Content::payload).distinct()).hasSize(10);
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
        List<Content> sent = messages.entrySet().stream()
                .filter(each ->
                        each.getKey().producer() == producer && each.getValue().isMeasured() == ofMeasurement)
                .sorted(Comparator.comparing(each -> each.getKey().sequence()))
                .map(Map.Entry::getValue)
                .toList();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            long gap = i == 0 ? 0 : sent.get(i).dueNanos() - sent.get(i - 1).dueNanos();
            texts.add(gap + " " + sent.get(i).key() + " " + sent.get(i).payload());
        }
        return texts;
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
        assertThat(probes)
                .extracting(Content::key)
                .isSubsetOf(messages.values().stream().map(Content::key).toList())
                .hasSizeGreaterThan(1);
        assertThat(probes)
                .extracting(Content::payload)
                .isSubsetOf(messages.values().stream().map(Content::payload).toList());
        // The first one of each producer.
        assertThat(probes)
                .filteredOn(probe -> probe.payload().length() == 2 * (2000 - PayloadSpec.STAMP_BYTES))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(probes).extracting(probe -> probe.payload().length()).contains(2 * (40 - PayloadSpec.STAMP_BYTES));
    }

    private RunResult run(Workloads spec) {
        Workload workload = spec.build();
        // The driver none, which shows what it is given and where that arrives.
        DriverFactory watched = WrappedNone.factory("watched", () -> new WrappedNone(Map.of()) {
            @Override
            public Producer openProducer(ProducerSpec producer, SendListener listener) {
                return asking((key, value, sequence) -> note(key, value), super.openProducer(producer, listener));
            }

            @Override
            public Consumer openConsumer(ConsumerSpec consumer, ReceiveListener listener) {
                return super.openConsumer(consumer, watched(listener));
            }
        });
        try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(watched)))) {
            return MiniCluster.undisturbed(() -> {
                List.of(messages, partitions).forEach(Map::clear);
                probes.clear();
                return cluster.run(workload, DriverConfig.of("watched"));
            });
        }
    }

    /** A message, by what its stamp says. */
    private record Sent(int producer, long sequence) {
        static Sent of(byte[] value) {
            ByteBuffer stamp = ByteBuffer.wrap(value);
            return new Sent(stamp.getInt(4) & Integer.MAX_VALUE, stamp.getLong(8));
        }
    }

    private record Content(String key, String payload, long dueNanos, boolean isMeasured) {}

    private boolean note(byte @Nullable [] key, byte[] value) {
        if (key != null) {
            Sent sent = Sent.of(value);
            var message = new Content(
                    new String(key, StandardCharsets.US_ASCII),
                    HexFormat.of().formatHex(value, PayloadSpec.STAMP_BYTES, value.length),
                    Stamp.intendedNanos(value),
                    Stamp.isMeasured(value));
            if (sent.sequence() < 0) {
                probes.add(message);
            } else {
                messages.put(sent, message);
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
                if (sent.sequence() >= 0) {
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
