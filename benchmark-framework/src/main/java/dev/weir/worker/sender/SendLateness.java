package dev.weir.worker.sender;

import dev.weir.measure.LatencyRecorder;
import dev.weir.measure.LatencySamples;
import dev.weir.wire.message.SenderWork;

/**
 * Separates the delay that a sending thread causes itself from the delay that the client causes by making it wait.
 *
 * <p>A message is late for one of two reasons. Either the instrument is at fault: the thread woke up late, the JVM or the
 * host had stopped it, or its own work for each message takes longer than there is time. Or a send call before had waited
 * inside the client, because its buffer was full or metadata were missing ({@link BlockedTime}). That is back pressure of
 * the system, which the latencies show as they should. What the client computes in a send call, such as compression, is
 * work of the instrument.
 *
 * <p>The thread's own delay of message n, due at {@code i(n)}, is that of a queue (Lindley's recursion) in which each
 * message is served for as long as the thread was busy with it, without what it waited in the client:
 * {@code held(n) = max(woke(n), held(n-1) + busy(n-1) - (i(n) - i(n-1)))}, where {@code woke(n)} is how late the thread was
 * though it had nothing else to do. That is the delay which message n would have had if no send call had waited; it never
 * exceeds {@code s - i}. The busy times, summed up, say how many messages a second the thread could send at most.
 *
 * <p>A thread that the host stops inside a send call is busy, unless the client was waiting anyway. Noted by the sender's
 * thread; no allocation, no lock, no clock: all times are readings that the send loop makes anyway.
 */
final class SendLateness {
    private final long toleratedNanos;
    private final LatencyRecorder recorder;
    private long intendedBeforeNanos;
    private long sentBeforeNanos;
    private long readyNanos;
    private long heldNanos;
    private long busyNanos;
    private long messages;
    private long totalBusyNanos;

    /**
     * Nothing noted yet.
     *
     * @param toleratedNanos delays up to this are pacing's: only longer ones are recorded
     * @param recorder takes by how much
     */
    SendLateness(long toleratedNanos, LatencyRecorder recorder) {
        this.toleratedNanos = toleratedNanos;
        this.recorder = recorder;
    }

    /**
     * Notes a message right before its send call.
     *
     * @param measured whether it was due in the measurement: others are not recorded
     * @param intendedNanos when it was due
     * @param sentNanos when it was sent
     */
    void sends(boolean measured, long intendedNanos, long sentNanos) {
        long wokeLate = sentNanos - Math.max(intendedNanos, readyNanos);
        heldNanos = Math.max(wokeLate, heldNanos + busyNanos - (intendedNanos - intendedBeforeNanos));
        intendedBeforeNanos = intendedNanos;
        sentBeforeNanos = sentNanos;
        if (heldNanos > toleratedNanos && measured) {
            recorder.record(heldNanos);
        }
    }

    /**
     * The thread is ready for the message after the noted one.
     *
     * @param counts whether the noted one was sent in the measurement, whenever it was due
     * @param nowNanos when
     * @param blockedNanos how long the send call had waited inside the client
     */
    void ready(boolean counts, long nowNanos, long blockedNanos) {
        readyNanos = nowNanos;
        busyNanos = nowNanos - sentBeforeNanos - blockedNanos;
        if (counts) {
            messages++;
            totalBusyNanos += busyNanos;
        }
    }

    /** The same where the system was read from instead: it alone decides how long that takes. */
    void hasRead(boolean counts, long nowNanos) {
        readyNanos = nowNanos;
        messages += counts ? 1 : 0;
    }

    /** Adds what was recorded since the last call. Always the same thread. */
    void drainInto(LatencySamples target) {
        recorder.drainInto(target);
    }

    /** The work of the measurement. Once the load has ended. */
    SenderWork work() {
        return new SenderWork(1, messages, Math.max(0, totalBusyNanos));
    }
}
