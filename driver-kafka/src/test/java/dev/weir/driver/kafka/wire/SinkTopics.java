package dev.weir.driver.kafka.wire;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.DeleteTopicsRequestData;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.MetadataResponse;

/** The topics of an {@link AcknowledgingSink}, of which only the numbers of messages are kept, and what it answers about them. */
final class SinkTopics {
    private static final int NODE = 1;
    private static final String HOST = "127.0.0.1";

    private final int port;
    private final Map<String, LongAdder[]> topics = new ConcurrentSkipListMap<>();
    /** This partition of each topic has no leader; -1: none is without. */
    private volatile int leaderless = -1;

    SinkTopics(int port) {
        this.port = port;
    }

    String address() {
        return HOST + ":" + port;
    }

    /** Makes a topic, unless it is there. Any thread. */
    void create(String name, int partitions) {
        topics.computeIfAbsent(
                name,
                absent -> Stream.generate(LongAdder::new).limit(partitions).toArray(LongAdder[]::new));
    }

    /** Leaves a partition of each topic without a leader; -1: none. Any thread. */
    void leaveWithoutLeader(int partition) {
        leaderless = partition;
    }

    /** Counts messages. */
    void add(String topic, int partition, int messages) {
        of(topic, partition).add(messages);
    }

    private LongAdder of(String topic, int partition) {
        return Objects.requireNonNull(topics.get(topic), topic)[partition];
    }

    /** How many messages all topics have. Any thread. */
    long messages() {
        return topics.values().stream()
                .flatMap(Arrays::stream)
                .mapToLong(LongAdder::sum)
                .sum();
    }

    CreateTopicsResponseData create(CreateTopicsRequestData request) {
        var answer = new CreateTopicsResponseData();
        for (CreateTopicsRequestData.CreatableTopic topic : request.topics()) {
            create(topic.name(), topic.numPartitions());
            answer.topics()
                    .add(new CreateTopicsResponseData.CreatableTopicResult()
                            .setName(topic.name())
                            .setTopicId(id(topic.name()))
                            .setNumPartitions(topic.numPartitions())
                            .setReplicationFactor((short) 1));
        }
        return answer;
    }

    DeleteTopicsResponseData delete(DeleteTopicsRequestData request) {
        var answer = new DeleteTopicsResponseData();
        for (DeleteTopicsRequestData.DeleteTopicState topic : request.topics()) {
            topics.remove(topic.name());
            answer.responses().add(new DeleteTopicsResponseData.DeletableTopicResult().setName(topic.name()));
        }
        return answer;
    }

    /** The messages of a partition; 0 for any offset but the latest. */
    ListOffsetsResponseData offsets(ListOffsetsRequestData request) {
        var answer = new ListOffsetsResponseData();
        for (ListOffsetsRequestData.ListOffsetsTopic topic : request.topics()) {
            var of = new ListOffsetsResponseData.ListOffsetsTopicResponse().setName(topic.name());
            for (ListOffsetsRequestData.ListOffsetsPartition partition : topic.partitions()) {
                boolean latest = partition.timestamp() == ListOffsetsRequest.LATEST_TIMESTAMP;
                of.partitions()
                        .add(new ListOffsetsResponseData.ListOffsetsPartitionResponse()
                                .setPartitionIndex(partition.partitionIndex())
                                .setOffset(
                                        latest
                                                ? of(topic.name(), partition.partitionIndex())
                                                        .sum()
                                                : 0));
            }
            answer.topics().add(of);
        }
        return answer;
    }

    MetadataResponseData metadata(MetadataRequestData request) {
        var brokers = new MetadataResponseData.MetadataResponseBrokerCollection();
        brokers.add(new MetadataResponseData.MetadataResponseBroker()
                .setNodeId(NODE)
                .setHost(HOST)
                .setPort(port));
        var all = new MetadataResponseData.MetadataResponseTopicCollection();
        Stream<String> names = request.topics() == null
                ? topics.keySet().stream()
                : request.topics().stream().map(MetadataRequestData.MetadataRequestTopic::name);
        names.forEach(name -> all.add(topic(name)));
        return new MetadataResponseData()
                .setClusterId("sink")
                .setControllerId(NODE)
                .setBrokers(brokers)
                .setTopics(all);
    }

    private MetadataResponseData.MetadataResponseTopic topic(String name) {
        var topic = new MetadataResponseData.MetadataResponseTopic().setName(name);
        LongAdder[] partitions = topics.get(name);
        if (partitions == null) {
            return topic.setErrorCode(Errors.UNKNOWN_TOPIC_OR_PARTITION.code());
        }
        for (int partition = 0; partition < partitions.length; partition++) {
            topic.partitions()
                    .add(new MetadataResponseData.MetadataResponsePartition()
                            .setPartitionIndex(partition)
                            .setLeaderId(partition == leaderless ? MetadataResponse.NO_LEADER_ID : NODE)
                            .setReplicaNodes(List.of(NODE))
                            .setIsrNodes(List.of(NODE)));
        }
        return topic.setTopicId(id(name));
    }

    private static Uuid id(String name) {
        return new Uuid(1, name.hashCode());
    }
}
