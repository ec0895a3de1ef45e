package dev.weir.worker.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.LatencyRecorder;
import dev.weir.measure.LatencySamples;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Messages due each millisecond, on a made-up clock: who holds them up. */
class SendLatenessTest {
    private static final long MILLI = 1_000_000;

    private final SendLateness lateness = new SendLateness(2 * MILLI, new LatencyRecorder());
    private long dueNanos = 1_700_000_000_000_000_000L;
    private long returnedNanos;
    private boolean measured = true;

    @Test
    void whoIsOnTimeIsNotLate() {
        for (int i = 0; i < 1_000; i++) {
            send(50_000, 10_000);
        }

        assertThat(late().count()).isZero();
    }

    /** A call that blocks for 100 ms makes a hundred messages late, none of them by the sender's doing. */
    @Test
    void aBlockedSendCallIsTheSystems() {
        send(0, 100 * MILLI);
        for (int i = 0; i < 200; i++) {
            send(1_000, 10_000);
        }

        assertThat(late().count()).isZero();
    }

    /** Late wake-up of 100 ms: the first is 100 ms late, the next 99, and so on: 98 are later than 2 ms. */
    @Test
    void aLateWakeUpIsAttributedToTheSenderWithAllMessagesDueMeanwhile() {
        send(0, 0);
        send(100 * MILLI, 0);
        for (int i = 0; i < 200; i++) {
            send(0, 0);
        }

        LatencySamples late = late();
        assertThat(late.count()).isEqualTo(98);
        assertThat(late.maxNanos()).isBetween(100 * MILLI, 101 * MILLI);
        assertThat(late.minNanos()).isBetween(3 * MILLI - MILLI / 100, 3 * MILLI + MILLI / 100);
    }

    /** Blocked for 100 ms, and asleep for 10 ms more when the call had returned: 10 ms are its own. */
    @Test
    void separatesTheTwoIfBothHappen() {
        send(0, 100 * MILLI);
        send(10 * MILLI, 0);
        send(0, 0);

        assertThat(late().maxNanos()).isBetween(10 * MILLI, 10 * MILLI + MILLI / 10);
    }

    /** 1.5 ms of work for a message each millisecond: the sender falls behind by half a millisecond with each. */
    @Test
    void workThatTakesTooLongIsAttributedToTheSender() {
        for (int i = 0; i < 1_000; i++) {
            send(0, 1_500_000, 0);
        }

        assertThat(late().maxNanos()).isCloseTo(999 * MILLI / 2, Percentage.withPercentage(0.1));
        assertThat(lateness.work().limitMessagesPerSecond()).isCloseTo(1_000 / 1.5, Percentage.withPercentage(0.1));
    }

    /** Of each call of 1.5 ms the client waits 1 ms for room: without that, the sender would keep up. */
    @Test
    void waitingTimeInsideTheClientIsNoWork() {
        for (int i = 0; i < 1_000; i++) {
            send(0, 1_500_000, MILLI);
        }

        assertThat(late().count()).isZero();
        assertThat(lateness.work().limitMessagesPerSecond()).isCloseTo(2_000, Percentage.withPercentage(0.1));
    }

    @Test
    void theWarmUpIsNotRecorded() {
        measured = false;
        send(50 * MILLI, 0);

        assertThat(late().count()).isZero();
        assertThat(lateness.work().messages()).isZero();
    }

    /**
     * Sends the next message.
     *
     * @param asleepNanos for how long nothing is done when it could be sent
     * @param callNanos for how long the client waits in the send call, and does nothing else
     */
    private void send(long asleepNanos, long callNanos) {
        send(asleepNanos, callNanos, callNanos);
    }

    private void send(long asleepNanos, long callNanos, long blockedNanos) {
        dueNanos += MILLI;
        long sent = Math.max(dueNanos, returnedNanos) + asleepNanos;
        lateness.sends(measured, dueNanos, sent);
        returnedNanos = sent + callNanos;
        lateness.ready(measured, returnedNanos, blockedNanos);
    }

    private LatencySamples late() {
        var samples = new LatencySamples();
        lateness.drainInto(samples);
        return samples;
    }
}
