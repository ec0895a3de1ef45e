package dev.weir.worker;

import dev.weir.measure.LatencyRecorder;
import dev.weir.measure.LatencySamples;

/**
 * Tells how much of a message's delay is the sender's own doing, and how much that of the send calls before it.
 *
 * <p>A message goes late for one of two reasons. Either nobody was there when it was due: the thread woke up late, the JVM
 * or the host had stopped it, or the work between two messages takes longer than there is time. Then the instrument is at
 * fault. Or the thread was still in the send call of a message before: the client's buffer is full, or it waits for
 * metadata. That is back pressure of the system, which the latencies show as they should.
 *
 * <p>So for message n, due at {@code i}, sent at {@code s}, with the call before returned at {@code r'}, the thread's own
 * part is {@code s - max(i, r')}. But who wakes up 5 ms late delays all that came due meanwhile, and these find the thread
 * busy with one another. Therefore the own delay is carried on as in a queue (Lindley's recursion) that is served at once:
 * {@code held(n) = own(n) + max(0, held(n-1) - (i(n) - i(n-1)))}. That is the delay which message n would have had if every
 * send call had returned at once; it never exceeds {@code s - i}.
 *
 * <p>A thread that is stopped inside a send call cannot be told from one that the client blocks: that counts for the
 * system here, and shows among hiccups and pauses. Noted by the sender's thread; no allocation, no lock, no clock.
 */
final class SendLateness {
    private final long toleratedNanos;
    private final LatencyRecorder recorder = new LatencyRecorder();
    private long intendedBeforeNanos;
    private long heldNanos;

    /**
     * Nothing noted yet.
     *
     * @param toleratedNanos what pacing is entitled to: only what is held up for longer is recorded
     */
    SendLateness(long toleratedNanos) {
        this.toleratedNanos = toleratedNanos;
    }

    /**
     * Notes a message.
     *
     * @param measured whether it was due in the measurement: others are not recorded
     * @param intendedNanos when it was due
     * @param sentNanos when it was sent
     * @param returnedNanos when the send call of the message before returned; 0 for the first
     */
    void note(boolean measured, long intendedNanos, long sentNanos, long returnedNanos) {
        long own = sentNanos - Math.max(intendedNanos, returnedNanos);
        long held = own + Math.max(0, heldNanos - (intendedNanos - intendedBeforeNanos));
        intendedBeforeNanos = intendedNanos;
        heldNanos = held;
        if (held > toleratedNanos && measured) {
            recorder.record(held);
        }
    }

    /** Adds what was recorded since the last call. Always the same thread. */
    void drainInto(LatencySamples target) {
        recorder.drainInto(target);
    }
}
