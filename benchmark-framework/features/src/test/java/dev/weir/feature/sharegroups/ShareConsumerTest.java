package dev.weir.feature.sharegroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.Clock;
import dev.weir.clock.ManualClock;
import dev.weir.clock.SystemClock;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareListener.Answer;
import dev.weir.driver.share.ShareReader;
import dev.weir.driver.share.ShareSupport;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.pacing.ProcessingTime;
import dev.weir.worker.Receipts;
import dev.weir.worker.Receipts.Delivered;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a consumer makes of deliveries and answers, in the order in which a system gives them. */
class ShareConsumerTest {
    private static final byte[] MESSAGE = {1};
    private static final long LOCK_NANOS = 1_000_000;
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

    private final Script script = new Script();
    private final Notes notes = new Notes();
    private @Nullable ShareConsumer consumer;

    @AfterEach
    void close() {
        if (consumer != null) {
            consumer.close();
        }
    }

    @Test
    void aMessageHasEndedWhenTheSystemConfirmsThatItIsAccepted() {
        open(accepting(), 5);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("ACCEPT 7");
        assertThat(notes.calls).containsExactly("delivered first");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.DONE));

        await().until(() -> notes.calls.contains("ended"));
        assertThat(notes.calls).containsExactly("delivered first", "ended");
        assertThat(recorded(Latency.ACCEPTED_END_TO_END)).isEqualTo(1);
        assertThat(recorded(Latency.ACQUISITION_TO_ACKNOWLEDGEMENT)).isEqualTo(1);
        assertThat(counts()).isEqualTo(counts(List.of(1L), 1, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void anAnswerToAnEarlierDeliveryIsNotTakenForOneToTheLater() {
        open(accepting(), 5);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("ACCEPT 7");
        script.poll(listener -> {
            deliver(listener, 7, 2);
            listener.acknowledged(0, 7, Answer.REFUSED);
        });
        awaitCalls("ACCEPT 7", "ACCEPT 7");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.DONE));

        await().until(() -> notes.calls.contains("ended"));
        assertThat(counts()).isEqualTo(counts(List.of(1L, 1L), 1, 0, 0, 0, 1, 0, 0));
    }

    @Test
    void aMessageIsArchivedWhenItIsReleasedAtTheDeliveryLimit() {
        open(new ShareGroup(true, 1, 0, 0, 1, false, Map.of()), 2);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("RELEASE 7");
        script.poll(listener -> {
            listener.acknowledged(0, 7, Answer.DONE);
            deliver(listener, 7, 2);
        });
        awaitCalls("RELEASE 7", "RELEASE 7");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.DONE));

        await().until(() -> notes.calls.contains("ended"));
        assertThat(notes.calls).containsExactly("delivered first", "delivered", "ended");
        assertThat(counts()).isEqualTo(counts(List.of(1L, 1L), 0, 0, 1, 1, 0, 0, 0));
    }

    @Test
    void aMessageIsUnsureIfItsAcknowledgementIsNotAnswered() {
        open(accepting(), 5);

        script.poll(listener -> {
            deliver(listener, 7, 1);
            deliver(listener, 8, 1);
        });
        awaitCalls("ACCEPT 7", "ACCEPT 8");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.UNKNOWN));
        await().until(() -> notes.calls.contains("unsure"));
        // The other one never gets an answer.
        close();

        assertThat(notes.calls).containsExactly("delivered first", "delivered first", "unsure", "unsure");
        assertThat(counts()).isEqualTo(counts(List.of(2L), 0, 0, 0, 0, 0, 0, 2));
    }

    @Test
    void withoutAKnownDeliveryLimitAReturnedMessageIsUnsure() {
        open(new ShareGroup(true, 1, 0, 0, 1, false, Map.of()), 0);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("RELEASE 7");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.DONE));

        await().until(() -> notes.calls.contains("unsure"));
        assertThat(counts()).isEqualTo(counts(List.of(1L), 0, 0, 0, 1, 0, 0, 0));
    }

    @Test
    void aKeptMessageHasExpiredWhateverTheSystemAnswers() {
        open(new ShareGroup(true, 0, 0, 1, 1, false, Map.of()), 5);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("send", "RELEASE 7", "send");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.DONE));

        await().until(() -> counts().returned().expired() == 1);
        assertThat(counts()).isEqualTo(counts(List.of(1L), 0, 0, 0, 0, 1, 0, 0));
    }

    @Test
    void aMessageWhoseLockIsRenewedIsDeliveredOnce() {
        var clock = new ManualClock(0);
        open(new ShareGroup(true, 0, 0, 0, 1, true, Map.of()), 5, clock);
        script.onAcknowledge = call -> clock.advance(Duration.ofNanos(LOCK_NANOS * 2 / 3));

        script.poll(listener -> {
            deliver(listener, 7, 1);
            deliver(listener, 8, 1);
        });
        awaitCalls("ACCEPT 7", "RENEW 8");
        script.poll(listener -> {
            listener.acknowledged(0, 7, Answer.DONE);
            listener.acknowledged(0, 8, Answer.DONE);
            deliver(listener, 8, 1);
        });
        awaitCalls("ACCEPT 7", "RENEW 8", "ACCEPT 8");
        script.poll(listener -> listener.acknowledged(0, 8, Answer.DONE));

        await().until(() -> counts().accepted() == 2);
        assertThat(counts()).isEqualTo(counts(List.of(2L), 2, 0, 0, 0, 0, 1, 0));
    }

    @Test
    void ofAKilledConsumerOnlyAcknowledgementsThatItHadSentAreUnsure() {
        open(accepting(), 5);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("ACCEPT 7");
        script.onAcknowledge = call -> Objects.requireNonNull(consumer).stop(HOUR_NANOS);
        script.poll(listener -> {
            deliver(listener, 8, 1);
            deliver(listener, 9, 1);
        });
        awaitCalls("ACCEPT 7", "ACCEPT 8");
        Objects.requireNonNull(consumer).abandon();

        assertThat(script.calls).containsExactly("ACCEPT 7", "ACCEPT 8", "abandon");
        assertThat(notes.calls)
                .containsExactlyInAnyOrder(
                        "delivered first",
                        "delivered first",
                        "delivered first",
                        "unsure",
                        "comes again",
                        "comes again");
        assertThat(counts().returned()).isEqualTo(new ShareCounts.Returned(0, 0, 2));
        assertThat(counts().unanswered()).isEqualTo(1);
        assertThat(counts().unsettled()).isEqualTo(1);
    }

    @Test
    void aConsumerThatLeavesGivesBackWhatItHasNotAcknowledged() {
        open(accepting(), 5);

        Objects.requireNonNull(consumer).stop(HOUR_NANOS);
        script.poll(listener -> deliver(listener, 7, 1));
        await().until(() -> notes.calls.contains("delivered first"));
        close();

        assertThat(script.calls).containsExactly("close");
        assertThat(notes.calls).containsExactly("delivered first", "comes again");
        assertThat(counts().returned()).isEqualTo(new ShareCounts.Returned(0, 0, 1));
        assertThat(counts().unsettled()).isZero();
    }

    @Test
    void theSameAttemptAgainIsADeliveryOfItsOwnUnlessTheLockWasRenewed() {
        open(accepting(), 5);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("ACCEPT 7");
        script.poll(listener -> {
            deliver(listener, 7, 1);
            listener.acknowledged(0, 7, Answer.UNKNOWN);
        });
        awaitCalls("ACCEPT 7", "ACCEPT 7");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.DONE));

        await().until(() -> notes.calls.contains("ended"));
        assertThat(notes.calls).containsExactly("delivered first", "delivered first", "ended");
        assertThat(counts()).isEqualTo(counts(List.of(2L), 1, 0, 0, 0, 0, 0, 1));
    }

    @Test
    void aMessageThatWasToBeReleasedIsDeliveredAgainWhateverTheAnswer() {
        open(new ShareGroup(true, 1, 0, 0, 1, false, Map.of()), 5);

        script.poll(listener -> deliver(listener, 7, 1));
        awaitCalls("RELEASE 7");
        script.poll(listener -> listener.acknowledged(0, 7, Answer.UNKNOWN));

        await().until(() -> counts().unanswered() == 1);
        assertThat(notes.calls).containsExactly("delivered first");
    }

    private static ShareGroup accepting() {
        return new ShareGroup(true, 0, 0, 0, 1, false, Map.of());
    }

    @Test
    void oneThatBeginsWithTheLoadIsReadyBeforeAndReadsFromThenOn() {
        ShareConsumer paused = opened(accepting(), 5, SystemClock.INSTANCE);
        script.poll(listener -> deliver(listener, 7, 1));

        assertThat(paused.isAssigned()).isTrue();
        assertThat(notes.calls).isEmpty();
        paused.resume();

        awaitCalls("ACCEPT 7");
        assertThat(notes.calls).containsExactly("delivered first");
    }

    @Test
    void oneThatNeverBeginsClosesItsReader() {
        opened(accepting(), 5, SystemClock.INSTANCE).close();

        assertThat(script.calls).containsExactly("close");
    }

    private void open(ShareGroup share, int deliveryLimit) {
        open(share, deliveryLimit, SystemClock.INSTANCE);
    }

    /** @param deliveryLimit 0: unknown */
    private void open(ShareGroup share, int deliveryLimit, Clock clock) {
        opened(share, deliveryLimit, clock).resume();
    }

    private ShareConsumer opened(ShareGroup share, int deliveryLimit, Clock clock) {
        script.deliveryLimit = deliveryLimit;
        var spec = new ConsumerSpec("c", "t", 1, "g");
        var made = new ShareConsumer(script, spec, share, 5, new ProcessingTime(clock, 0), clock, notes);
        consumer = made;
        return made;
    }

    private ShareCounts counts() {
        return consumer == null ? ShareCounts.NONE : consumer.counts();
    }

    private long recorded(Latency latency) {
        var measured = new LatencySet();
        Objects.requireNonNull(consumer).latencies().forEach(source -> source.addAllMeasuredTo(measured));
        return measured.of(latency).count();
    }

    private static ShareCounts counts(
            List<Long> byAttempt,
            long accepted,
            long rejected,
            long archived,
            long released,
            long expired,
            long renewed,
            long unanswered) {
        return new ShareCounts(
                byAttempt,
                accepted,
                rejected,
                archived,
                new ShareCounts.Returned(released, expired, 0),
                renewed,
                unanswered);
    }

    private void awaitCalls(String... calls) {
        await().untilAsserted(() -> assertThat(script.calls).containsExactly(calls));
    }

    /** Begins the batch, too: the consumer reads the time of receipt anew. */
    private static void deliver(ShareListener listener, long offset, int attempt) {
        listener.batch();
        listener.delivered(0, offset, attempt, MESSAGE, null);
    }

    /** A system whose polls do what the test says, on the consumer's thread. */
    private static final class Script implements ShareSupport, ShareReader {
        private final BlockingQueue<Consumer<ShareListener>> polls = new LinkedBlockingQueue<>();
        private final List<String> calls = new CopyOnWriteArrayList<>();
        private final AtomicReference<@Nullable ShareListener> listener = new AtomicReference<>();
        private volatile int deliveryLimit;
        private volatile Consumer<String> onAcknowledge = call -> {};

        void poll(Consumer<ShareListener> poll) {
            polls.add(poll);
        }

        @Override
        public ShareReader openShareReader(ConsumerSpec spec, boolean explicit, ShareListener opened) {
            listener.set(opened);
            return this;
        }

        @Override
        public OptionalInt deliveryLimit(String group) {
            return deliveryLimit == 0 ? OptionalInt.empty() : OptionalInt.of(deliveryLimit);
        }

        @Override
        public void poll(Duration within) {
            try {
                Consumer<ShareListener> poll = polls.poll(within.toMillis(), TimeUnit.MILLISECONDS);
                ShareListener to = listener.get();
                if (poll != null && to != null) {
                    poll.accept(to);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void acknowledge(int partition, long offset, Acknowledgement acknowledgement) {
            onAcknowledge.accept(acknowledgement + " " + offset);
            calls.add(acknowledgement + " " + offset);
        }

        @Override
        public void send() {
            calls.add("send");
        }

        @Override
        public OptionalLong lockNanos() {
            return OptionalLong.of(LOCK_NANOS);
        }

        @Override
        public boolean isAssigned() {
            return true;
        }

        @Override
        public Map<String, Double> metrics() {
            return Map.of();
        }

        @Override
        public void wakeUp() {
            poll(ignored -> {});
        }

        @Override
        public void abandon() {
            calls.add("abandon");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    /** What the consumer reports. */
    private static final class Notes implements Receipts {
        private final List<String> calls = new CopyOnWriteArrayList<>();

        @Override
        public void batch(int count) {
            // The time of receipt is the consumer's own.
        }

        @Override
        public Delivered delivered(int partition, long offset, byte[] value, byte @Nullable [] header, boolean first) {
            calls.add(first ? "delivered first" : "delivered");
            return new Delivered(0, 3, true, 0, value.length);
        }

        @Override
        public void comesAgain() {
            calls.add("comes again");
        }

        @Override
        public void ended(Delivered message) {
            calls.add("ended");
        }

        @Override
        public void unsure(Delivered message) {
            calls.add("unsure");
        }

        @Override
        public void failed(Throwable cause, boolean fatal) {
            calls.add("failed " + cause);
        }
    }
}
