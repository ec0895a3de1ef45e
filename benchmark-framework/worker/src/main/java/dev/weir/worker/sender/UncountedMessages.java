package dev.weir.worker.sender;

import dev.weir.clock.Clock;
import dev.weir.driver.client.Producer;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.message.KeyPicker;
import dev.weir.worker.message.PayloadPool;
import dev.weir.worker.message.PayloadWriter;

/**
 * Messages that no figure counts: probes of partitions, and those that parts of the sender need before the load. They
 * are like those of the load, because systems refuse some messages: without a key, too large, or of another format. They
 * are drawn apart from the load, because their number must not affect its messages. Used by one thread.
 */
final class UncountedMessages {
    private static final long SEQUENCE = -1;

    private final Producer producer;
    private final Clock clock;
    private final KeyPicker keys;
    private final PayloadWriter payloads;

    UncountedMessages(Assignment assignment, ProducerRole role, PayloadPool pool, Producer producer, Clock clock) {
        this.producer = producer;
        this.clock = clock;
        this.keys = new KeyPicker(assignment.messages().keys(), assignment.seed(), role.producer());
        this.payloads = new PayloadWriter(pool, assignment.runTag(), role.producer(), assignment.seed(), false);
    }

    void send(int partition) {
        payloads.prepare();
        sendPrepared(partition);
    }

    void sendLargest(int partition) {
        payloads.prepareLargest();
        sendPrepared(partition);
    }

    private void sendPrepared(int partition) {
        long now = clock.epochNanos();
        byte[] value = payloads.stamped(false, SEQUENCE, now, now);
        producer.send(partition, keys.next(), value, payloads.header(), SEQUENCE, now, now);
    }
}
