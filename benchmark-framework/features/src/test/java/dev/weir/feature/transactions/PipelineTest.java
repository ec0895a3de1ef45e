package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.WrappedNone;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionSupport;
import dev.weir.driver.transaction.TransactionalProducer;
import dev.weir.feature.transactions.Pipeline.PipelineRole;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.Transactions.PipelineResult;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.worker.message.Stamp;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.worker.recording.TestMaterial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PipelineTest {
    private static final String HEAD = "s".repeat(Stamp.LENGTH);

    private final OneTopic system = new OneTopic();

    @Test
    void writesTransformedPayloadsWithStampAndKey() throws InterruptedException {
        system.holds("a key", HEAD + "Abc-\u00e4z");
        system.holds(null, "short");

        PipelineResult figures = passOn(Transform.UPPER_CASE);

        assertThat(system.sent).containsExactly("1: a key=" + HEAD + "ABC-\u00e4Z", "1: null=SHORT");
        assertThat(system.offsets).containsExactly(Map.of(1, 2L));
        assertThat(figures.instance()).isEqualTo(4);
        assertThat(figures.messages()).isEqualTo(2);
        assertThat(figures.transactions()).isEqualTo(new TransactionCounts(1, 0, 0));
        assertThat(figures.metrics()).isEqualTo(Map.of("batch-size-avg", 7.0));
    }

    @Test
    void copiesPayloadsUnchangedAfterItCouldNotReadForSomeTime() throws InterruptedException {
        system.holds("k", HEAD + "Abc");
        system.refusals.set(30);

        passOn(Transform.COPY);

        assertThat(system.sent).containsExactly("1: k=" + HEAD + "Abc");
    }

    private PipelineResult passOn(Transform transform) throws InterruptedException {
        var role = new PipelineRole(4, "instance", "in", "group", "out", 10, transform);
        RunMaterial material = TestMaterial.of(SystemClock.INSTANCE, ProducerLocations.NONE);
        var pipeline = new Pipeline(role, List.of(), system, material);
        pipeline.start();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> figures(pipeline).transactions().committed() > 0);
        pipeline.close(Deadline.after(SystemClock.INSTANCE, Duration.ofSeconds(30)));
        assertThat(material.failure().get()).isNull();
        return figures(pipeline);
    }

    private static PipelineResult figures(Pipeline pipeline) {
        return ((PipelineResult.PipelineClosed) pipeline.figures().orElseThrow()).instance();
    }

    /** All that waits to be read of partition 1 comes at once; what is sent is kept. */
    private static final class OneTopic extends WrappedNone implements Reader, TransactionalProducer {
        private final BlockingQueue<Kept> waiting = new LinkedBlockingQueue<>();
        private final List<String> sent = new CopyOnWriteArrayList<>();
        private final List<Map<Integer, Long>> offsets = new CopyOnWriteArrayList<>();
        /** Polls that fail, and openings of a reader after one of them. */
        private final AtomicInteger refusals = new AtomicInteger();

        private final AtomicBoolean isOpen = new AtomicBoolean();

        private record Kept(@Nullable String key, String value) {}

        OneTopic() {
            super(Map.of());
        }

        void holds(@Nullable String key, String value) {
            waiting.add(new Kept(key, value));
        }

        @Override
        public long throttledNanos() {
            return 0;
        }

        @Override
        public Optional<ReaderSupport> reads() {
            return Optional.of(spec -> {
                if (isOpen.getAndSet(true)) {
                    refuse();
                }
                return this;
            });
        }

        @Override
        public Optional<TransactionSupport> transactions() {
            return Optional.of((spec, listener) -> this);
        }

        private void refuse() {
            if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new DriverException("not now");
            }
        }

        @Override
        public int poll(Duration within, ReceiveListener listener) {
            refuse();
            List<Kept> polled = new ArrayList<>();
            try {
                Kept first = waiting.poll(within.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    polled.add(first);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            waiting.drainTo(polled);
            for (int i = 0; i < polled.size(); i++) {
                Kept each = polled.get(i);
                listener.received(1, i, each.key() == null ? null : bytes(each.key()), bytes(each.value()), null);
            }
            return polled.size();
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void send(
                String topic,
                int partition,
                byte @Nullable [] key,
                byte[] value,
                byte @Nullable [] header,
                long sequence,
                long intendedNanos,
                long sentNanos) {
            String ofKey = key == null ? "null" : new String(key, StandardCharsets.UTF_8);
            sent.add(partition + ": " + ofKey + "=" + new String(value, StandardCharsets.UTF_8));
        }

        @Override
        public void sendOffsets(Reader reader, Map<Integer, Long> next) {
            offsets.add(Map.copyOf(next));
        }

        @Override
        public Map<String, Double> metrics() {
            return Map.of("batch-size-avg", 7.0);
        }

        @Override
        public Map<Integer, Long> positions() {
            return Map.of();
        }

        @Override
        public void begin() {}

        @Override
        public void commit() {}

        @Override
        public void abort() {}

        @Override
        public void seek(int partition, long offset) {}

        @Override
        public void wakeUp() {}

        @Override
        public void close() {}
    }
}
