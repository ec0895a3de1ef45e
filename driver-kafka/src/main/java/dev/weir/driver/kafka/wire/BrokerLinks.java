package dev.weir.driver.kafka.wire;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.DefaultHostResolver;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.RequestCompletionHandler;
import org.apache.kafka.clients.producer.internals.ProducerMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one client to the brokers that lead the partitions of one topic: Kafka's network client, which
 * handles TLS, authentication, versions of requests, reconnection and metadata. One thread, except {@link #wakeup}.
 */
final class BrokerLinks implements AutoCloseable {
    /** Time after which the client forgets topics that were not used; here there is only one topic. */
    private static final long TOPIC_IDLE_MILLIS = 365L * 24 * 3_600_000;

    private final Time time = Time.SYSTEM;
    private final String topic;
    private final int requestTimeoutMillis;
    private final Metrics metrics = new Metrics();
    private final ThrottleTime throttle = new ThrottleTime();
    private final ProducerMetadata metadata;
    private final ApiVersions versions = new ApiVersions();
    private final NetworkClient client;
    private @Nullable RuntimeException thrown;

    /**
     * Connects to nothing yet.
     *
     * @param config configuration of a producer or a consumer
     * @param mostInFlight largest number of requests in flight per connection
     * @param answers the memory that answers are read into
     * @throws org.apache.kafka.common.KafkaException if the configuration cannot be used
     */
    BrokerLinks(AbstractConfig config, String topic, int mostInFlight, MemoryPool answers) {
        this.topic = topic;
        this.requestTimeoutMillis = config.getInt(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG);
        var log = new LogContext("[" + config.getString(CommonClientConfigs.CLIENT_ID_CONFIG) + "] ");
        this.metadata = new ProducerMetadata(
                config.getLong(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG),
                config.getLong(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG),
                config.getLong(CommonClientConfigs.METADATA_MAX_AGE_CONFIG),
                TOPIC_IDLE_MILLIS,
                log,
                new ClusterResourceListeners(),
                time);
        metadata.bootstrap(ClientUtils.parseAndValidateAddresses(config));
        metadata.add(topic, time.milliseconds());
        this.client = client(config, mostInFlight, answers, log);
    }

    /** Creates the client as {@link ClientUtils} does, which has no parameter for the memory. */
    private NetworkClient client(AbstractConfig config, int mostInFlight, MemoryPool answers, LogContext log) {
        var selector = new Selector(
                NetworkReceive.UNLIMITED,
                config.getLong(CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG),
                metrics,
                time,
                "wire",
                Map.of(),
                true,
                false,
                ClientUtils.createChannelBuilder(config, time, log),
                answers,
                log);
        Sensor throttleTimes = metrics.sensor("throttle-time");
        throttleTimes.add(metrics.metricName("throttled-time-ms", "wire"), throttle);
        return new NetworkClient(
                null,
                metadata,
                selector,
                config.getString(CommonClientConfigs.CLIENT_ID_CONFIG),
                mostInFlight,
                config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG),
                config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG),
                config.getInt(CommonClientConfigs.SEND_BUFFER_CONFIG),
                config.getInt(CommonClientConfigs.RECEIVE_BUFFER_CONFIG),
                requestTimeoutMillis,
                config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG),
                config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG),
                time,
                true,
                versions,
                throttleTimes,
                log,
                new DefaultHostResolver(),
                null,
                config.getLong(CommonClientConfigs.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS_CONFIG),
                MetadataRecoveryStrategy.forName(
                        config.getString(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG)));
    }

    /** Returns how long brokers delay this client. Any thread. */
    ThrottleTime throttle() {
        return throttle;
    }

    /** Returns the time of the client's own clock in milliseconds. */
    long now() {
        return time.milliseconds();
    }

    /** Returns the leader of a partition; empty while it is unknown, which leads to a request for metadata. */
    Optional<Node> leader(int partition) {
        Optional<Node> leader = metadata.currentLeader(new TopicPartition(topic, partition)).leader;
        if (leader.isEmpty()) {
            askForLeaders();
        }
        return leader;
    }

    /** Returns a number that changes whenever the leaders may have changed. */
    int leadersVersion() {
        return metadata.updateVersion();
    }

    /** Asks for the leaders, which may have changed, with the next {@link #poll}. */
    void askForLeaders() {
        metadata.requestUpdate(true);
    }

    Uuid topicId() {
        return metadata.topicIds().getOrDefault(topic, Uuid.ZERO_UUID);
    }

    /** Returns why the cluster refuses this client or its topic; empty without such an answer since the last call. */
    Optional<KafkaException> refusal() {
        try {
            metadata.maybeThrowAnyException();
            return Optional.empty();
        } catch (KafkaException e) {
            return Optional.of(e);
        }
    }

    /** Returns whether a request can be sent to a broker now. If there is no connection, begins to make one. */
    boolean isReady(Node broker, long nowMillis) {
        return client.ready(broker, nowMillis);
    }

    /** Returns the version in which a broker that {@link #isReady} understands a request best. */
    short version(Node broker, AbstractRequest.Builder<?> request) {
        return versions.get(broker.idString())
                .latestUsableVersion(request.apiKey(), request.oldestAllowedVersion(), request.latestAllowedVersion());
    }

    /** Returns the time until a broker may be ready, unless something is received from it before. */
    long nanosUntilReady(Node broker, long nowMillis) {
        long millis = Math.max(client.connectionDelay(broker, nowMillis), client.pollDelayMs(broker, nowMillis));
        return millis <= 0 ? Long.MAX_VALUE : Math.min(millis, Long.MAX_VALUE / 1_000_000) * 1_000_000;
    }

    /** Returns a broker to which a request can be sent at once. If there is none, begins to make a connection. */
    Optional<Node> anyReady(long nowMillis) {
        Node node = client.leastLoadedNode(nowMillis).node();
        return node != null && client.ready(node, nowMillis) ? Optional.of(node) : Optional.empty();
    }

    /** Sends to a broker that {@link #isReady}. The answer comes during a {@link #poll}. */
    void send(Node broker, AbstractRequest.Builder<?> request, boolean isAnswered, Consumer<ClientResponse> answer) {
        long now = time.milliseconds();
        RequestCompletionHandler handler = response -> handOver(response, answer);
        client.send(
                client.newClientRequest(broker.idString(), request, now, isAnswered, requestTimeoutMillis, handler),
                now);
    }

    private void handOver(ClientResponse response, Consumer<ClientResponse> answer) {
        try {
            answer.accept(response);
        } catch (RuntimeException e) {
            // Kafka's network client would only log it.
            if (thrown == null) {
                thrown = e;
            } else if (thrown != e) {
                // Kafka's exceptions of an error code are shared by the whole process: nothing is added to them.
                thrown = new KafkaException(thrown.getMessage(), thrown);
                thrown.addSuppressed(e);
            }
        }
    }

    /** Returns why a request was not answered; null if it was. */
    static @Nullable RuntimeException failure(ClientResponse answer) {
        if (answer.authenticationException() != null) {
            return answer.authenticationException();
        }
        if (answer.versionMismatch() != null) {
            return answer.versionMismatch();
        }
        return answer.wasDisconnected()
                ? new DisconnectException("broker " + answer.destination() + " closed the connection")
                : null;
    }

    /** Sends and receives, at most for this time, and hands answers over. Throws what a receiver of an answer threw. */
    void poll(long millis) {
        client.poll(millis, time.milliseconds());
        RuntimeException failure = thrown;
        if (failure != null) {
            thrown = null;
            throw failure;
        }
    }

    /** Ends a {@link #poll} early. Any thread. */
    void wakeup() {
        client.wakeup();
    }

    @Override
    public void close() {
        client.close();
        metadata.close();
        metrics.close();
    }
}
