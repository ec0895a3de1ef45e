package dev.weir.driver.kafka.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ByteBufferSend;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.NetworkSend;
import org.apache.kafka.common.network.PlaintextChannelBuilder;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.CreateTopicsRequest;
import org.apache.kafka.common.requests.DeleteTopicsRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.RequestUtils;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/**
 * A server on loopback that speaks as much of Kafka's protocol as producers need, and those who make topics for them. It
 * checks the CRC of each batch, counts messages, acknowledges and keeps nothing: what a client can send to it is the limit
 * of that client on the network. Two threads, which {@link #close} ends.
 */
public final class AcknowledgingSink implements AutoCloseable {
    private static final long POLL_MILLIS = 100;
    private static final long JOIN_MILLIS = 10_000;
    private static final int MAX_REQUEST_BYTES = 200 << 20;

    /** Decides about one batch. On the sink's thread. */
    interface Verdict {
        /** What to answer. */
        Errors of(int partition, MutableRecordBatch batch);
    }

    private final Verdict verdict;
    private final ServerSocketChannel server;
    private final Selector selector;
    private final Queue<SocketChannel> accepted = new ConcurrentLinkedQueue<>();
    private final SinkTopics topics;
    private final Thread accepting = new Thread(this::accept, "sink-accept");
    private final Thread serving = new Thread(this::serve, "sink");
    private final Map<String, String> clientIds = new ConcurrentHashMap<>();
    private volatile boolean drops;
    private volatile boolean closed;
    private long connections;
    private long producers;

    /** One without topics that acknowledges everything. */
    public AcknowledgingSink() {
        this((partition, batch) -> Errors.NONE);
    }

    AcknowledgingSink(Verdict verdict) {
        this(verdict, plaintext());
    }

    /** One whose connections are secured. */
    AcknowledgingSink(Verdict verdict, ChannelBuilder channels) {
        this.verdict = verdict;
        try {
            server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        } catch (IOException e) {
            throw new UncheckedIOException("the sink cannot listen", e);
        }
        topics = new SinkTopics(server.socket().getLocalPort());
        selector = new Selector(
                MAX_REQUEST_BYTES,
                Selector.NO_IDLE_TIMEOUT_MS,
                new Metrics(),
                Time.SYSTEM,
                "sink",
                Map.of(),
                false,
                channels,
                new LogContext());
        accepting.start();
        serving.start();
    }

    /** Makes a topic, unless it is there. */
    AcknowledgingSink with(String topic, int partitions) {
        topics.create(topic, partitions);
        return this;
    }

    /** Leaves a partition of each topic without a leader; -1: none. */
    void leaveWithoutLeader(int partition) {
        topics.leaveWithoutLeader(partition);
    }

    private static ChannelBuilder plaintext() {
        var channels = new PlaintextChannelBuilder(null);
        channels.configure(Map.of());
        return channels;
    }

    /** Its address. */
    public String bootstrapServers() {
        return topics.address();
    }

    /** What a producer needs for it, and further properties. */
    ProducerConfig producerConfig(Map<String, String> further) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers(),
                "client.id", "test",
                "linger.ms", "0",
                "key.serializer", ByteArraySerializer.class.getName(),
                "value.serializer", ByteArraySerializer.class.getName()));
        all.putAll(further);
        return new ProducerConfig(all);
    }

    /** How many messages it has acknowledged. Any thread. */
    long messages() {
        return topics.messages();
    }

    /** Client ids of the connections over which messages came, by the names of these. Any thread. */
    Map<String, String> clientIds() {
        return Map.copyOf(clientIds);
    }

    /** Closes all connections that there are now. Any thread. */
    void dropConnections() {
        drops = true;
        selector.wakeup();
    }

    private void accept() {
        try {
            while (!closed) {
                SocketChannel channel = server.accept();
                channel.configureBlocking(false);
                channel.socket().setTcpNoDelay(true);
                accepted.add(channel);
                selector.wakeup();
            }
        } catch (ClosedChannelException e) {
            // The sink was closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve() {
        try {
            while (!closed) {
                for (SocketChannel next = accepted.poll(); next != null; next = accepted.poll()) {
                    selector.register("c" + connections++, next);
                }
                if (drops) {
                    drops = false;
                    selector.channels().forEach(channel -> selector.close(channel.id()));
                }
                selector.poll(POLL_MILLIS);
                for (NetworkReceive receive : selector.completedReceives()) {
                    Optional<ByteBuffer> answer = answer(receive.source(), receive.payload());
                    if (answer.isPresent()) {
                        selector.mute(receive.source());
                        selector.send(new NetworkSend(receive.source(), ByteBufferSend.sizePrefixed(answer.get())));
                    }
                }
                selector.completedSends().forEach(send -> selector.unmute(send.destinationId()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            selector.close();
        }
    }

    private Optional<ByteBuffer> answer(String connection, ByteBuffer frame) {
        RequestHeader header = RequestHeader.parse(frame);
        if (header.apiKey() == ApiKeys.PRODUCE) {
            clientIds.put(connection, header.clientId());
        }
        AbstractRequest request = AbstractRequest.parseRequest(
                        header.apiKey(), header.apiVersion(), new ByteBufferAccessor(frame))
                .request;
        ApiMessage data = switch (header.apiKey()) {
            case API_VERSIONS -> versions();
            case METADATA -> topics.metadata(((MetadataRequest) request).data());
            case CREATE_TOPICS -> topics.create(((CreateTopicsRequest) request).data());
            case DELETE_TOPICS -> topics.delete(((DeleteTopicsRequest) request).data());
            case LIST_OFFSETS -> topics.offsets(((ListOffsetsRequest) request).data());
            case INIT_PRODUCER_ID ->
                new InitProducerIdResponseData().setProducerId(++producers).setProducerEpoch((short) 0);
            // Nothing is kept that could be read: the topics do not allow it.
            case FETCH ->
                ((FetchResponse) request.getErrorResponse(Errors.TOPIC_AUTHORIZATION_FAILED.exception()))
                        .data()
                        .setErrorCode(Errors.NONE.code());
            case PRODUCE -> acknowledged(((ProduceRequest) request).data());
            default -> throw new IllegalArgumentException("the sink cannot answer " + header);
        };
        boolean isAnswered = !(request instanceof ProduceRequest produce) || produce.acks() != 0;
        return isAnswered
                ? Optional.of(RequestUtils.serialize(
                        header.toResponseHeader().data(),
                        header.toResponseHeader().headerVersion(),
                        data,
                        header.apiVersion()))
                : Optional.empty();
    }

    static ApiVersionsResponseData versions() {
        var keys = new ApiVersionsResponseData.ApiVersionCollection();
        for (ApiKeys key : List.of(
                ApiKeys.API_VERSIONS,
                ApiKeys.METADATA,
                ApiKeys.CREATE_TOPICS,
                ApiKeys.DELETE_TOPICS,
                ApiKeys.LIST_OFFSETS,
                ApiKeys.INIT_PRODUCER_ID)) {
            keys.add(version(key, key.latestVersion()));
        }
        // The last version in which topics have names.
        keys.add(version(ApiKeys.PRODUCE, (short) 12));
        keys.add(version(ApiKeys.FETCH, (short) 12));
        return new ApiVersionsResponseData().setApiKeys(keys);
    }

    private static ApiVersionsResponseData.ApiVersion version(ApiKeys key, short last) {
        return new ApiVersionsResponseData.ApiVersion()
                .setApiKey(key.id)
                .setMinVersion(key.oldestVersion())
                .setMaxVersion(last);
    }

    private ProduceResponseData acknowledged(ProduceRequestData request) {
        var answer = new ProduceResponseData();
        for (ProduceRequestData.TopicProduceData topic : request.topicData()) {
            var of = new ProduceResponseData.TopicProduceResponse().setName(topic.name());
            for (ProduceRequestData.PartitionProduceData partition : topic.partitionData()) {
                of.partitionResponses().add(take(topic.name(), partition));
            }
            answer.responses().add(of);
        }
        return answer;
    }

    private ProduceResponseData.PartitionProduceResponse take(
            String topic, ProduceRequestData.PartitionProduceData partition) {
        Errors error = Errors.NONE;
        for (MutableRecordBatch batch : ((MemoryRecords) partition.records()).batches()) {
            batch.ensureValid();
            error = verdict.of(partition.index(), batch);
            if (error == Errors.NONE) {
                topics.add(topic, partition.index(), batch.countOrNull());
            }
        }
        return new ProduceResponseData.PartitionProduceResponse()
                .setIndex(partition.index())
                .setErrorCode(error.code());
    }

    @Override
    public void close() {
        closed = true;
        try {
            server.close();
            selector.wakeup();
            accepting.join(JOIN_MILLIS);
            serving.join(JOIN_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
