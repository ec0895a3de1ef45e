package dev.weir.driver.kafka.wire;

import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.InitProducerIdResponse;

/** Identity by which the cluster recognises a producer, so that it stores each batch once. */
record ProducerIdentity(long id, short epoch) {
    /** Identity of a producer that is not idempotent. */
    static final ProducerIdentity NONE =
            new ProducerIdentity(RecordBatch.NO_PRODUCER_ID, RecordBatch.NO_PRODUCER_EPOCH);

    static InitProducerIdRequest.Builder request() {
        return new InitProducerIdRequest.Builder(new InitProducerIdRequestData()
                .setTransactionalId(null)
                .setTransactionTimeoutMs(Integer.MAX_VALUE)
                .setProducerId(RecordBatch.NO_PRODUCER_ID)
                .setProducerEpoch(RecordBatch.NO_PRODUCER_EPOCH));
    }

    /** @throws ApiException if the cluster gives none */
    static ProducerIdentity of(InitProducerIdResponse response) {
        InitProducerIdResponseData data = response.data();
        ApiException error = Errors.forCode(data.errorCode()).exception();
        if (error != null) {
            throw error;
        }
        return new ProducerIdentity(data.producerId(), data.producerEpoch());
    }
}
