package dev.weir.feature.sharegroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.Clock;
import dev.weir.clock.ManualClock;
import dev.weir.clock.SystemClock;
import dev.weir.driver.Doubles;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareListener.Answer;
import dev.weir.driver.share.ShareReader;
import dev.weir.driver.share.ShareSupport;
import dev.weir.feature.sharegroups.ShareGroup.Handling;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.pacing.ProcessingTime;
import dev.weir.worker.Receipts;
import dev.weir.worker.Receipts.Delivered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a consumer makes of deliveries and answers, in the order in which a system gives them. */
class ShareConsumerTest {
    private static final byte[] MESSAGE = {1};
    private static final long LOCK_NANOS = 1_000_000;
    private static final ShareGroup ACCEPTING = new ShareGroup(true, 0, 0, 0, 1, false, Map.of());
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

    private final BlockingQueue<Consumer<ShareListener>> scripted = new LinkedBlockingQueue<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<String> expectedCalls = new ArrayList<>();
    private @Nullable ShareConsumer consumer;
    private volatile Consumer<String> onAcknowledge = call -> {};

    @AfterEach
    void close() {
        if (consumer != null) {
            consumer.close();
        }
    }

    @Test
    void aMessageHasEndedWhenTheSystemConfirmsThatItIsAccepted() {
        open(ACCEPTING, 5);

        play("7/1 > ACCEPT 7");
        assertThat(notes).containsExactly("delivered first");
        play("7 DONE");

        awaitNotesAndCounts("delivered first, ended", "[1] accepted 1");
        assertThat(recorded(Latency.ACCEPTED_END_TO_END)).isEqualTo(1);
        assertThat(recorded(Latency.ACQUISITION_TO_ACKNOWLEDGEMENT)).isEqualTo(1);
    }

    /** The limit of deliveries, or 0 if it is unknown; polls as for {@link #play}; what the consumer reports and counts. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            an answer to an earlier delivery is not taken for one to the later | ACCEPT | 5 | 7/1 > ACCEPT 7; 7/2, 7 REFUSED > ACCEPT 7; 7 DONE | delivered first, delivered, comes again, ended | [1, 1] accepted 1, expired 1
            a message is archived when it is released at the delivery limit | RELEASE | 2 | 7/1 > RELEASE 7; 7 DONE, 7/2 > RELEASE 7; 7 DONE | delivered first, delivered, ended | [1, 1] archived 1, released 1
            a message is unsure if its acknowledgement is not answered | ACCEPT | 5 | 7/1, 8/1 > ACCEPT 7, ACCEPT 8; 7 UNKNOWN; close | delivered first, delivered first, unsure, unsure | [2] unanswered 2
            without a known delivery limit a returned message is unsure | RELEASE | 0 | 7/1 > RELEASE 7; 7 DONE | delivered first, unsure | [1] released 1
            a kept message has expired whatever the system answers | KEEP | 5 | 7/1 > send, RELEASE 7, send; 7 DONE | delivered first, comes again | [1] expired 1
            the same attempt again is a delivery of its own unless the lock was renewed | ACCEPT | 5 | 7/1 > ACCEPT 7; 7/1, 7 UNKNOWN > ACCEPT 7; 7 DONE | delivered first, delivered first, ended | [2] accepted 1, unanswered 1
            a message that was to be released is delivered again whatever the answer | RELEASE | 5 | 7/1 > RELEASE 7; 7 UNKNOWN | delivered first | [1] unanswered 1
            """)
    void reportsWhatBecomesOfMessages(
            String rule, Handling handling, int deliveryLimit, String polls, String reported, String counts) {
        open(
                new ShareGroup(
                        true,
                        handling == Handling.RELEASE ? 1 : 0,
                        0,
                        handling == Handling.KEEP ? 1 : 0,
                        1,
                        false,
                        Map.of()),
                deliveryLimit);

        play(polls);

        awaitNotesAndCounts(reported, counts);
    }

    @Test
    void aMessageWhoseLockIsRenewedIsDeliveredOnce() {
        var clock = new ManualClock(0);
        openPaused(new ShareGroup(true, 0, 0, 0, 1, true, Map.of()), 5, clock).resume();
        onAcknowledge = call -> clock.advance(Duration.ofNanos(LOCK_NANOS * 2 / 3));

        play("7/1, 8/1 > ACCEPT 7, RENEW 8; 7 DONE, 8 DONE, 8/1 > ACCEPT 8; 8 DONE");

        awaitNotesAndCounts("delivered first, delivered first, ended, ended", "[2] accepted 2, renewed 1");
    }

    @Test
    void ofAKilledConsumerOnlyAcknowledgementsThatItHadSentAreUnsure() {
        ShareConsumer killed = open(ACCEPTING, 5);

        play("7/1 > ACCEPT 7");
        onAcknowledge = call -> killed.stop(HOUR_NANOS);
        play("8/1, 9/1 > ACCEPT 8");
        killed.abandon();

        assertThat(calls).containsExactly("ACCEPT 7", "ACCEPT 8", "abandon");
        assertThat(notes)
                .containsExactlyInAnyOrder(
                        "delivered first",
                        "delivered first",
                        "delivered first",
                        "unsure",
                        "comes again",
                        "comes again");
        assertThat(text(killed.tally.counts())).isEqualTo("[3] held 2, unanswered 1");
        assertThat(killed.tally.counts().unsettled()).isEqualTo(1);
    }

    @Test
    void aConsumerThatLeavesGivesBackWhatItHasNotAcknowledged() {
        ShareConsumer leaving = open(ACCEPTING, 5);

        leaving.stop(HOUR_NANOS);
        play("7/1");
        await().until(() -> notes.contains("delivered first"));
        leaving.close();

        assertThat(calls).containsExactly("close");
        awaitNotesAndCounts("delivered first, comes again", "[1] held 1");
        assertThat(leaving.tally.counts().unsettled()).isZero();
    }

    @Test
    void oneThatBeginsWithTheLoadIsReadyBeforeAndReadsFromThenOn() {
        ShareConsumer paused = openPaused(ACCEPTING, 5, SystemClock.INSTANCE);
        play("7/1");

        assertThat(paused.isAssigned()).isTrue();
        assertThat(notes).isEmpty();
        paused.resume();

        await().untilAsserted(() -> assertThat(calls).containsExactly("ACCEPT 7"));
        assertThat(notes).containsExactly("delivered first");
    }

    @Test
    void oneThatNeverBeginsClosesItsReader() {
        openPaused(ACCEPTING, 5, SystemClock.INSTANCE).close();

        assertThat(calls).containsExactly("close");
    }

    private ShareConsumer open(ShareGroup share, int deliveryLimit) {
        ShareConsumer made = openPaused(share, deliveryLimit, SystemClock.INSTANCE);
        made.resume();
        return made;
    }

    /** @param deliveryLimit 0: unknown */
    private ShareConsumer openPaused(ShareGroup share, int deliveryLimit, Clock clock) {
        var spec = new ConsumerSpec("c", "t", 1, "g");
        ShareSupport system = Doubles.of(ShareSupport.class, (method, given) -> switch (method) {
            case "openShareReader" -> reader((ShareListener) given[2]);
            default -> deliveryLimit == 0 ? OptionalInt.empty() : OptionalInt.of(deliveryLimit);
        });
        var made = new ShareConsumer(
                system, spec, share, 5, new ProcessingTime(clock, 0), clock, Doubles.of(Receipts.class, this::report));
        consumer = made;
        return made;
    }

    /**
     * Lets the consumer poll {@code OFFSET/ATTEMPT} of messages and {@code OFFSET ANSWER}, and awaits the calls after {@code >}
     * before its next poll.
     */
    private void play(String polls) {
        for (String poll : polls.split("; ", -1)) {
            if (poll.equals("close")) {
                await().until(() -> notes.contains("unsure"));
                close();
                return;
            }
            String[] sides = poll.split(" > ", -1);
            scripted.add(listener -> List.of(sides[0].split(", ", -1)).forEach(each -> act(listener, each)));
            if (sides.length > 1) {
                expectedCalls.addAll(List.of(sides[1].split(", ", -1)));
                await().untilAsserted(() -> assertThat(calls).isEqualTo(expectedCalls));
            }
        }
    }

    /** Begins the batch, too: the consumer reads the time of receipt anew. */
    private static void act(ShareListener listener, String action) {
        String[] words = action.split("[ /]", -1);
        long offset = Long.parseLong(words[0]);
        if (action.contains("/")) {
            listener.batch();
            listener.delivered(0, offset, Integer.parseInt(words[1]), MESSAGE, null);
        } else {
            listener.acknowledged(0, offset, Answer.valueOf(words[1]));
        }
    }

    private void awaitNotesAndCounts(String reported, String counts) {
        await().untilAsserted(() -> {
            assertThat(notes).containsExactly(reported.split(", ", -1));
            assertThat(text(Objects.requireNonNull(consumer).tally.counts())).isEqualTo(counts);
        });
    }

    /** Deliveries by their attempt, and the figures that are not 0. */
    private static String text(ShareCounts counts) {
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("accepted", counts.accepted());
        figures.put("rejected", counts.rejected());
        figures.put("archived", counts.archived());
        figures.put("released", counts.returned().released());
        figures.put("expired", counts.returned().expired());
        figures.put("held", counts.returned().heldAtEnd());
        figures.put("renewed", counts.renewed());
        figures.put("unanswered", counts.unanswered());
        figures.values().removeIf(figure -> figure == 0);
        return figures.entrySet().stream()
                .map(figure -> figure.getKey() + " " + figure.getValue())
                .collect(Collectors.joining(", ", counts.deliveriesByAttempt() + " ", ""));
    }

    private long recorded(Latency latency) {
        var measured = new LatencySet();
        Objects.requireNonNull(consumer).latencies().forEach(source -> source.addAllMeasuredTo(measured));
        return measured.of(latency).count();
    }

    /** A reader whose polls do what the test says, on the consumer's thread. */
    private ShareReader reader(ShareListener listener) {
        return Doubles.of(ShareReader.class, (method, given) -> switch (method) {
            case "poll" -> poll((Duration) given[0], listener);
            case "acknowledge" -> acknowledge(given[2] + " " + given[1]);
            case "lockNanos" -> OptionalLong.of(LOCK_NANOS);
            case "isAssigned" -> true;
            case "metrics" -> Map.of();
            case "throttledNanos" -> 0L;
            case "wakeUp" -> scripted.add(ignored -> {});
            default -> calls.add(method);
        });
    }

    private boolean poll(Duration within, ShareListener listener) {
        try {
            Consumer<ShareListener> poll = scripted.poll(within.toMillis(), TimeUnit.MILLISECONDS);
            if (poll != null) {
                poll.accept(listener);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private boolean acknowledge(String call) {
        onAcknowledge.accept(call);
        return calls.add(call);
    }

    /** What the consumer reports. The time of receipt is its own. */
    private @Nullable Object report(String method, Object[] given) {
        if (method.equals("delivered")) {
            notes.add(given[4].equals(true) ? "delivered first" : "delivered");
            return new Delivered(0, 3, true, 0, MESSAGE.length);
        }
        return method.equals("batch") ? null : notes.add(method.equals("comesAgain") ? "comes again" : method);
    }
}
