package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.WrappedNone;
import dev.weir.driver.Doubles;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PipelineTest {
    private static final String HEAD = "s".repeat(Stamp.LENGTH);

    /** Messages of partition 1 that wait to be read. */
    private final Queue<Kept> waiting = new ConcurrentLinkedQueue<>();

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final List<Object> offsets = new CopyOnWriteArrayList<>();
    /** Polls that fail, and openings of a reader after one of them. */
    private final AtomicInteger refusals = new AtomicInteger();

    private final AtomicBoolean isOpen = new AtomicBoolean();

    private record Kept(@Nullable String key, String value) {}

    @Test
    void writesTransformedPayloadsWithStampAndKey() throws InterruptedException {
        waiting.add(new Kept("a key", HEAD + "Abc-\u00e4z"));
        waiting.add(new Kept(null, "short"));

        PipelineResult figures = passOn(Transform.UPPER_CASE);

        assertThat(sent).containsExactly("1: a key=" + HEAD + "ABC-\u00e4Z", "1: null=SHORT");
        assertThat(offsets).containsExactly(Map.of(1, 2L));
        assertThat(figures.instance()).isEqualTo(4);
        assertThat(figures.messages()).isEqualTo(2);
        assertThat(figures.transactions()).isEqualTo(new TransactionCounts(1, 0, 0));
        assertThat(figures.metrics()).isEqualTo(Map.of("batch-size-avg", 7.0));
    }

    @Test
    void copiesPayloadsUnchangedAfterItCouldNotReadForSomeTime() throws InterruptedException {
        waiting.add(new Kept("k", HEAD + "Abc"));
        refusals.set(30);

        passOn(Transform.COPY);

        assertThat(sent).containsExactly("1: k=" + HEAD + "Abc");
    }

    private PipelineResult passOn(Transform transform) throws InterruptedException {
        var role = new PipelineRole(4, "instance", "in", "group", "out", 10, transform);
        RunMaterial material = TestMaterial.of(SystemClock.INSTANCE, ProducerLocations.NONE);
        var pipeline = new Pipeline(role, List.of(), new OneTopic(), material);
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

    private final class OneTopic extends WrappedNone {
        OneTopic() {
            super(Map.of());
        }

        @Override
        public Optional<ReaderSupport> reads() {
            return Optional.of(spec -> {
                if (isOpen.getAndSet(true)) {
                    refuse();
                }
                return client(Reader.class);
            });
        }

        @Override
        public Optional<TransactionSupport> transactions() {
            return Optional.of((spec, listener) -> client(TransactionalProducer.class));
        }
    }

    /** Notes what it sends. */
    private <T> T client(Class<T> type) {
        return Doubles.of(type, (method, given) -> switch (method) {
            case "poll" -> poll((Duration) given[0], (ReceiveListener) given[1]);
            case "send" -> sent.add(given[1] + ": " + text(given[2]) + "=" + text(given[3]));
            case "sendOffsets" -> offsets.add(Map.copyOf((Map<?, ?>) given[1]));
            case "metrics" -> Map.of("batch-size-avg", 7.0);
            default -> null;
        });
    }

    private void refuse() {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new DriverException("not now");
        }
    }

    private int poll(Duration within, ReceiveListener listener) {
        refuse();
        int read = 0;
        for (Kept each = waiting.poll(); each != null; each = waiting.poll()) {
            byte[] key = each.key() == null ? null : each.key().getBytes(StandardCharsets.UTF_8);
            listener.received(1, read++, key, each.value().getBytes(StandardCharsets.UTF_8), null);
        }
        if (read == 0) {
            LockSupport.parkNanos(within.toNanos());
        }
        return read;
    }

    private static String text(@Nullable Object bytes) {
        return bytes == null ? "null" : new String((byte[]) bytes, StandardCharsets.UTF_8);
    }
}
