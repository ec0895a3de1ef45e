package dev.weir.worker.sender;

import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.message.KeyPicker;
import dev.weir.worker.message.PartitionPicker;
import dev.weir.worker.message.PayloadPool;
import dev.weir.worker.message.PayloadWriter;
import org.jspecify.annotations.Nullable;

/** The next message of a sender. Those of the load are drawn before they are due. Used by one thread. */
final class NextMessage {
    private final KeyPicker keys;
    private final PayloadWriter payloads;
    private final @Nullable PartitionPicker partitions;
    private int partition = -1;
    private byte @Nullable [] key;

    /** @param isOfLoad whether the load sends these messages: only those draw partitions, and may use a copy of the pool */
    NextMessage(Assignment assignment, ProducerRole role, PayloadPool pool, boolean isOfLoad) {
        long seed = assignment.seed();
        this.keys = new KeyPicker(assignment.messages().keys(), seed, role.producer());
        this.payloads = new PayloadWriter(
                pool,
                assignment.runTag(),
                role.producer(),
                seed,
                isOfLoad && pool.fitsTimes(assignment.clients().producers().size()));
        this.partitions = !isOfLoad || assignment.messages().partitionWeights().isNone()
                ? null
                : new PartitionPicker(
                        assignment.messages().partitionWeights(), role.partitions(), seed, role.producer());
    }

    boolean takesTime() {
        return payloads.copies() || keys.picks() || partitions != null;
    }

    /** Prepares the first message of a segment again, from the random numbers of that segment. */
    void prepareFirstOf(int segment) {
        keys.beginSegment(segment);
        payloads.beginSegment(segment);
        if (partitions != null) {
            partitions.beginSegment(segment);
        }
        prepare();
    }

    void prepare() {
        payloads.prepare();
        drawRest();
    }

    void prepareLargest() {
        payloads.prepareLargest();
        drawRest();
    }

    private void drawRest() {
        if (partitions != null) {
            partition = partitions.next();
        }
        key = keys.next();
    }

    /** -1 if the client chooses. */
    int partition() {
        return partition;
    }

    byte @Nullable [] key() {
        return key;
    }

    byte[] stamped(boolean measured, long sequence, long intendedNanos, long sentNanos) {
        return payloads.stamped(measured, sequence, intendedNanos, sentNanos);
    }

    byte @Nullable [] header() {
        return payloads.header();
    }
}
