package dev.weir.driver.kafka.wire;

import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.requests.ProduceRequest;

/**
 * Settings of a producer's batches, by its properties.
 *
 * @param acks -1, 0 or 1
 * @param idempotent whether the cluster is to store each batch once
 * @param requestTimeoutMillis limit for one answer
 * @param retryBackoffNanos time before a batch is sent again
 * @param deliveryTimeoutNanos from the first message of a batch until it is given up
 */
record SendSettings(
        String topic,
        short acks,
        boolean idempotent,
        Compression compression,
        int mostRequestBytes,
        int requestTimeoutMillis,
        long retryBackoffNanos,
        long deliveryTimeoutNanos) {

    /** Creates a part of a request, without batches so far. */
    ProduceRequestData.TopicProduceData topic(Uuid id) {
        return new ProduceRequestData.TopicProduceData().setName(topic).setTopicId(id);
    }

    void add(ProduceRequestData.TopicProduceData part, int partition, BatchBuffer batch) {
        part.partitionData()
                .add(new ProduceRequestData.PartitionProduceData()
                        .setIndex(partition)
                        .setRecords(batch.encoded(compression)));
    }

    ProduceRequest.Builder request(ProduceRequestData.TopicProduceData part) {
        var data = new ProduceRequestData()
                .setAcks(acks)
                .setTimeoutMs(requestTimeoutMillis)
                .setTransactionalId(null);
        data.topicData().add(part);
        return ProduceRequest.builder(data);
    }

    static SendSettings of(ProducerConfig config, String topic) {
        return new SendSettings(
                topic,
                Short.parseShort(config.getString(ProducerConfig.ACKS_CONFIG)),
                config.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG),
                compression(config),
                config.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
                config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG),
                config.getLong(ProducerConfig.RETRY_BACKOFF_MS_CONFIG) * 1_000_000,
                config.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG) * 1_000_000L);
    }

    private static Compression compression(ProducerConfig config) {
        CompressionType type = CompressionType.forName(config.getString(ProducerConfig.COMPRESSION_TYPE_CONFIG));
        return switch (type) {
            case GZIP ->
                Compression.gzip()
                        .level(config.getInt(ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG))
                        .build();
            case LZ4 ->
                Compression.lz4()
                        .level(config.getInt(ProducerConfig.COMPRESSION_LZ4_LEVEL_CONFIG))
                        .build();
            case ZSTD ->
                Compression.zstd()
                        .level(config.getInt(ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG))
                        .build();
            case NONE, SNAPPY -> Compression.of(type).build();
        };
    }
}
