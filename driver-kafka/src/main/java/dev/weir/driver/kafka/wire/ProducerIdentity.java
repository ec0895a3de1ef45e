package dev.weir.driver.kafka.wire;

import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * What the cluster recognises a producer by, so that it stores each batch once.
 *
 * @param id that the cluster gave
 * @param epoch of the id
 */
record ProducerIdentity(long id, short epoch) {
    /** Of a producer that is not idempotent. */
    static final ProducerIdentity NONE =
            new ProducerIdentity(RecordBatch.NO_PRODUCER_ID, RecordBatch.NO_PRODUCER_EPOCH);
}
