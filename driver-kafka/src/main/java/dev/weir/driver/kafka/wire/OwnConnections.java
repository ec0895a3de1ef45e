package dev.weir.driver.kafka.wire;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.weir.driver.client.ConnectionListener;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.FailureText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.ChannelMetadataRegistry;
import org.apache.kafka.common.network.ChannelState;
import org.apache.kafka.common.network.CipherInformation;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.KafkaChannel;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.NetworkSend;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.InitProducerIdResponse;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Sends the batches of one producer over connections of its own. Connection {@code c} carries the batches of queue {@code c}
 * to the leader of its partition, with a client id and an identity of its own. Kafka's network client visits each of its
 * connections again and again, so these are in a selector of Kafka's; metadata and the versions of requests come from {@link
 * BrokerLinks}.
 */
final class OwnConnections extends BatchSender {
    private static final long MAX_POLL_NANOS = 100_000_000;
    private static final long CHORE_NANOS = 100_000_000;
    private static final long EXPIRY_NANOS = 1_000_000_000;
    /** Time until the sender looks again for a leader that was unknown. */
    private static final long LOOK_AGAIN_NANOS = 20_000_000;
    /** Attempts to connect between two looks at the network, so that those before them go on. */
    private static final int MAX_BEGUN_AT_ONCE = 200;

    private final OwnConnection[] connections;
    private final ConnectionListener heard;
    private final Selector selector;
    private final Metrics metrics = new Metrics();
    private final Queue<OwnConnection> waiting = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos));
    private final List<OwnConnection> authenticating = new ArrayList<>();
    private final Map<Node, Versions> versions = new HashMap<>();
    private final ConnectionTerms terms;
    private final double perSecond;

    private int begun;
    private long firstNanos;
    private long beginsNanos = System.nanoTime();
    private int leadersVersion = -1;
    private long choresNanos = System.nanoTime() - CHORE_NANOS;
    private long expiredNanos = System.nanoTime();

    private volatile boolean sleeps;

    private record Timer(long atNanos, OwnConnection connection) {}

    private record Versions(short produce, short identity) {}

    OwnConnections(
            ProducerConfig config,
            SendSettings settings,
            BrokerLinks links,
            BatchPool pool,
            PartitionQueue[] queues,
            Connections wanted,
            SendListener listener) {
        super(settings, links, pool, queues, listener);
        this.perSecond = wanted.perSecond();
        this.heard = listener.connections();
        this.terms = ConnectionTerms.of(config);
        this.connections = new OwnConnection[queues.length];
        String clientId = config.getString(CommonClientConfigs.CLIENT_ID_CONFIG);
        for (int number = 0; number < connections.length; number++) {
            var identity = settings.idempotent() ? null : ProducerIdentity.NONE;
            connections[number] = new OwnConnection(number, String.format("%s-%06d", clientId, number), identity);
        }
        var log = new LogContext("[" + clientId + "] ");
        this.selector = new Selector(
                NetworkReceive.UNLIMITED,
                Selector.NO_IDLE_TIMEOUT_MS,
                metrics,
                Time.SYSTEM,
                "own-connections",
                Map.of(),
                false,
                new TimedChannels(
                        ClientUtils.createChannelBuilder(config, Time.SYSTEM, log),
                        id -> of(id).tlsNanos = System.nanoTime()),
                log);
    }

    private OwnConnection of(String id) {
        return connections[Integer.parseInt(id)];
    }

    @Override
    void wake(int queue) {
        OwnConnection connection = connections[queue];
        if (connection.enqueue()) {
            waiting.add(connection);
            wakeup();
        }
    }

    @Override
    void wakeup() {
        if (sleeps) {
            sleeps = false;
            selector.wakeup();
        }
    }

    @Override
    void forgetIdentity(int queue) {
        if (queues[queue].identity().equals(connections[queue].identity)) {
            connections[queue].identity = null;
        }
    }

    @Override
    void disconnect() {
        selector.close();
        metrics.close();
    }

    @Override
    void turn() {
        try {
            long now = System.nanoTime();
            boolean hasChores = now - choresNanos >= 0;
            if (hasChores) {
                doChores(now);
            }
            beginSome(now);
            sleeps = true;
            // After the flag is set: from now on, a message, a wait for memory or the end wakes the poll.
            wakeDue(now, isClosing() || pool.isWaitedFor());
            advanceWaiting(now);
            selector.poll(pollMillis(System.nanoTime()));
            sleeps = false;
            handle(System.nanoTime());
            if (hasChores) {
                // After what has arrived was taken, so that no answer that is there counts as late.
                endLate(System.nanoTime());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the connections cannot be polled", e);
        }
    }

    private long pollMillis(long now) {
        long next = Math.min(MAX_POLL_NANOS, choresNanos - now);
        if (!timers.isEmpty()) {
            next = Math.min(next, timers.element().atNanos() - now);
        }
        if (begun < connections.length) {
            next = Math.min(next, beginsNanos - now);
        }
        return next <= 0 ? 0 : (next + 999_999) / 1_000_000;
    }

    /** Does the work that is not needed for each message. */
    private void doChores(long now) {
        choresNanos = now + CHORE_NANOS;
        links.poll(0);
        links.refusal().ifPresent(this::failWaiting);
        if (leadersVersion != links.leadersVersion()) {
            leadersVersion = links.leadersVersion();
            for (OwnConnection connection : connections) {
                leaveOldLeader(connection, now);
            }
        }
        if (now - expiredNanos > EXPIRY_NANOS) {
            expiredNanos = now;
            expire(now - settings.deliveryTimeoutNanos());
        }
    }

    private void endLate(long now) {
        long requestNanos = settings.requestTimeoutMillis() * 1_000_000L;
        for (OwnConnection connection : connections) {
            if (connection.state == State.CONNECTING
                    && now - connection.beganNanos > terms.setUpNanos(connection.failures)) {
                end(connection, "was not made within socket.connection.setup.timeout.ms", now);
            } else if (connection.state == State.AUTHENTICATING && now - connection.beganNanos > requestNanos) {
                end(connection, "did not finish TLS and SASL within request.timeout.ms", now);
            } else if (connection.isUnanswered(now - requestNanos)) {
                end(connection, "did not answer within request.timeout.ms", now);
            }
        }
    }

    private void leaveOldLeader(OwnConnection connection, long now) {
        Optional<Node> leader = links.leader(queues[connection.number].partition());
        if (connection.state != State.CLOSED
                && leader.isPresent()
                && !leader.get().equals(connection.broker)) {
            end(connection, "is no longer that of the partition's leader", now);
        }
    }

    private void end(OwnConnection connection, String why, long now) {
        selector.close(connection.id);
        ended(connection, new DisconnectException("a connection to " + connection.brokerName() + " " + why), now);
    }

    /** Begins to make connections for the first time, at the rate that was asked for. */
    private void beginSome(long now) {
        if (begun == 0 && now - beginsNanos >= 0) {
            IntStream partitions =
                    Arrays.stream(queues).mapToInt(PartitionQueue::partition).distinct();
            if (partitions.allMatch(partition -> leader(partition) == null)) {
                beginsNanos = lookAgain(now);
                return;
            }
            firstNanos = now;
        }
        for (int i = 0; i < MAX_BEGUN_AT_ONCE && begun < connections.length && now - beginsNanos >= 0; i++) {
            advance(connections[begun++], now, false);
            beginsNanos = firstNanos + (long) (begun / perSecond * 1e9);
        }
    }

    private void wakeDue(long now, boolean flush) {
        List<OwnConnection> woken = new ArrayList<>();
        while (!timers.isEmpty() && (flush || timers.element().atNanos() - now <= 0)) {
            Timer timer = timers.remove();
            if (timer.connection().woke(timer.atNanos())) {
                woken.add(timer.connection());
            }
        }
        woken.forEach(connection -> advance(connection, now, flush));
    }

    private void advanceWaiting(long now) {
        for (OwnConnection next = waiting.poll(); next != null; next = waiting.poll()) {
            next.dequeued();
            // Those after it are made when their turn comes.
            if (next.number < begun) {
                advance(next, now, false);
            }
        }
    }

    private void wakeLater(OwnConnection connection, long atNanos) {
        if (connection.wakesAt(atNanos)) {
            timers.add(new Timer(atNanos, connection));
        }
    }

    /** Takes the steps that a connection can take now. */
    private void advance(OwnConnection connection, long now, boolean flush) {
        if (connection.state == State.CLOSED) {
            connect(connection, now);
            return;
        }
        if (connection.state != State.READY || connection.sends) {
            return;
        }
        ProducerIdentity identity = connection.identity;
        if (identity == null) {
            askForIdentity(connection, now);
            return;
        }
        PartitionQueue queue = queues[connection.number];
        BatchBuffer batch = queue.next(now, flush || isClosing() || pool.isWaitedFor(), identity);
        if (batch != null) {
            queue.sends(batch, identity, now);
            var topic = settings.topic(links.topicId());
            settings.add(topic, queue.partition(), batch);
            send(connection, settings.request(topic), batch);
            return;
        }
        long wait = queue.nanosUntilDue(now, identity);
        if (wait > 0 && wait < Long.MAX_VALUE) {
            wakeLater(connection, now + wait);
        }
    }

    private void connect(OwnConnection connection, long now) {
        if (connection.notBeforeNanos - now > 0) {
            wakeLater(connection, connection.notBeforeNanos);
            return;
        }
        Node leader = leader(queues[connection.number].partition());
        if (leader == null) {
            if (connection.lacksLeader(now, terms.setUpNanos(0))) {
                heard.failed(new TimeoutException("no leader of partition "
                        + queues[connection.number].partition()
                        + " could be reached within socket.connection.setup.timeout.ms"));
            }
            wakeLater(connection, lookAgain(now));
            return;
        }
        try {
            InetAddress[] addresses = InetAddress.getAllByName(leader.host());
            connection.begins(leader, System.nanoTime());
            selector.connect(
                    connection.id,
                    new InetSocketAddress(addresses[connection.failures % addresses.length], leader.port()),
                    terms.sendBufferBytes(),
                    terms.receiveBufferBytes());
        } catch (IOException e) {
            var cause = new KafkaException("a connection to broker " + leader.id() + ": " + FailureText.of(e), e);
            ended(connection, cause, now);
        }
    }

    private long lookAgain(long now) {
        choresNanos = Math.min(choresNanos, now + LOOK_AGAIN_NANOS);
        return now + LOOK_AGAIN_NANOS;
    }

    /** Returns the broker to which connections for a partition are made; null while it is unknown. */
    private @Nullable Node leader(int partition) {
        return links.leader(partition).filter(this::isKnown).orElse(null);
    }

    /** Returns whether it is known which versions of requests a broker understands; if not, begins to ask. */
    private boolean isKnown(Node broker) {
        if (!versions.containsKey(broker) && links.isReady(broker, links.now())) {
            var produce = settings.request(settings.topic(links.topicId()));
            short identity = links.version(broker, ProducerIdentity.request());
            versions.put(broker, new Versions(links.version(broker, produce), identity));
        }
        return versions.containsKey(broker);
    }

    private void askForIdentity(OwnConnection connection, long now) {
        if (connection.requests.stream().anyMatch(request -> request.batch() == null)) {
            return;
        }
        if (connection.notBeforeNanos - now > 0) {
            wakeLater(connection, connection.notBeforeNanos);
            return;
        }
        send(connection, ProducerIdentity.request(), null);
    }

    private void send(OwnConnection connection, AbstractRequest.Builder<?> request, @Nullable BatchBuffer batch) {
        Versions known = versions.get(connection.broker);
        if (known == null) {
            throw new IllegalStateException("the versions of requests to " + connection.brokerName() + " are unknown");
        }
        short version = batch == null ? known.identity() : known.produce();
        var header = new RequestHeader(request.apiKey(), version, connection.clientId, connection.correlation++);
        connection.sends = true;
        connection.requests.add(new Request(header, batch, System.nanoTime()));
        selector.send(new NetworkSend(connection.id, request.build(version).toSend(header)));
    }

    /** Handles the events of the last poll. The clock was read right after it. */
    private void handle(long now) {
        for (String id : selector.connected()) {
            OwnConnection connection = of(id);
            connection.state = State.AUTHENTICATING;
            connection.tcpNanos = now;
            authenticating.add(connection);
        }
        authenticating.removeIf(connection -> !isStillAuthenticating(connection, now));
        List<OwnConnection> free = new ArrayList<>();
        for (NetworkSend send : selector.completedSends()) {
            OwnConnection connection = of(send.destinationId());
            connection.sends = false;
            free.add(connection);
            if (settings.acks() == 0) {
                answered(connection, null, now);
            }
        }
        for (NetworkReceive receive : selector.completedReceives()) {
            OwnConnection connection = of(receive.source());
            answered(connection, receive.payload(), now);
            free.add(connection);
        }
        selector.disconnected().forEach((id, state) -> disconnected(of(id), state, now));
        free.forEach(connection -> advance(connection, now, false));
    }

    private boolean isStillAuthenticating(OwnConnection connection, long now) {
        if (connection.state == State.AUTHENTICATING && selector.isChannelReady(connection.id)) {
            heard.made(
                    connection.tcpNanos - connection.beganNanos,
                    connection.tlsTook(),
                    terms.hasSasl() ? now - Math.max(connection.tcpNanos, connection.tlsNanos) : -1);
            connection.ready();
            // Not at once: it can have ended since.
            wakeLater(connection, now);
        }
        return connection.state == State.AUTHENTICATING;
    }

    private void disconnected(OwnConnection connection, ChannelState state, long now) {
        String what = connection.state == State.READY ? " was closed by the broker" : " could not be made";
        RuntimeException cause = state.exception();
        if (cause == null) {
            cause = new DisconnectException("a connection to " + connection.brokerName() + what);
        }
        ended(connection, cause, now);
    }

    /** Notes that a connection has ended, and makes it again. */
    private void ended(OwnConnection connection, RuntimeException cause, long now) {
        if (connection.state == State.READY) {
            heard.lost(cause);
        } else {
            heard.failed(cause);
        }
        connection.notBeforeNanos = now + terms.backOffNanos(connection.failures++);
        for (Request request : connection.ended()) {
            if (request.batch() != null) {
                resolve(connection.number, request.batch(), new DisconnectException(FailureText.of(cause)));
            }
        }
        links.askForLeaders();
        wakeLater(connection, now);
    }

    /**
     * Handles the answer to the oldest request of a connection.
     *
     * @param payload null with acks=0, which has no answer
     */
    private void answered(OwnConnection connection, @Nullable ByteBuffer payload, long now) {
        Request request = connection.requests.poll();
        if (request == null) {
            throw new IllegalStateException("connection " + connection.id + " got an answer without a request");
        }
        BatchBuffer batch = request.batch();
        if (payload == null) {
            if (batch != null) {
                resolve(connection.number, batch, null);
            }
            return;
        }
        AbstractResponse response = AbstractResponse.parseResponse(payload, request.header());
        links.throttle().answered(response.throttleTimeMs());
        if (batch == null) {
            identified(connection, (InitProducerIdResponse) response, now);
            return;
        }
        counters.request(now - request.sentNanos());
        var topics = ((ProduceResponse) response).data().responses();
        Throwable failure =
                exception(topics.iterator().next().partitionResponses().get(0));
        if (failure == null && !connection.hasAcknowledged) {
            connection.hasAcknowledged = true;
            heard.firstAcknowledged(now - request.sentNanos());
        }
        resolve(connection.number, batch, failure);
    }

    private void identified(OwnConnection connection, InitProducerIdResponse response, long now) {
        try {
            connection.identity = ProducerIdentity.of(response);
        } catch (KafkaException e) {
            connection.notBeforeNanos = now + settings.retryBackoffNanos();
            if (!(e instanceof RetriableException)) {
                // What comes later asks again.
                failWaiting(connection.number, e);
            }
        }
    }

    private enum State {
        CLOSED,
        CONNECTING,
        AUTHENTICATING,
        READY
    }

    /** @param batch null if the request asks for an identity */
    private record Request(RequestHeader header, @Nullable BatchBuffer batch, long sentNanos) {}

    /** State of one connection. Used by the thread of the sender, except {@link #enqueue}. */
    private static final class OwnConnection {
        /** Number of the connection and of its queue; as a text, its name in Kafka's selector. */
        private final int number;

        private final String id;
        private final String clientId;
        private final Deque<Request> requests = new ArrayDeque<>(1);
        private State state = State.CLOSED;
        /** Broker of the last attempt to connect; null before the first attempt. */
        private @Nullable Node broker;

        private int correlation;
        /** Failed attempts since the connection was last made. */
        private int failures;
        /** No attempt to connect is made before this time. */
        private long notBeforeNanos = System.nanoTime();

        private boolean wakes;
        private long wakesNanos;
        /** Whether the selector has a request that is not sent yet; it takes one at a time. */
        private boolean sends;

        private boolean hasAcknowledged;
        private @Nullable ProducerIdentity identity;
        private boolean lacksLeader;
        /** Time since when it lacks a leader, or at which a failed attempt was last counted for that. */
        private long lackingNanos;

        private long beganNanos;
        private long tcpNanos;
        private long tlsNanos;
        private boolean isQueued;

        OwnConnection(int number, String clientId, @Nullable ProducerIdentity identity) {
            this.number = number;
            this.id = Integer.toString(number);
            this.clientId = clientId;
            this.identity = identity;
        }

        /** Returns whether the connection is to be put into the queue of connections with something to send. Any thread. */
        synchronized boolean enqueue() {
            boolean isNew = !isQueued;
            isQueued = true;
            return isNew;
        }

        synchronized void dequeued() {
            isQueued = false;
        }

        void begins(Node leader, long nowNanos) {
            state = State.CONNECTING;
            broker = leader;
            beganNanos = nowNanos;
            tcpNanos = -1;
            tlsNanos = -1;
        }

        void ready() {
            state = State.READY;
            failures = 0;
            hasAcknowledged = false;
        }

        /** Returns the time of the handshake; -1 without TLS. A poll can contain the end of TCP and of the handshake. */
        long tlsTook() {
            return tlsNanos < 0 ? -1 : Math.max(0, tlsNanos - tcpNanos);
        }

        /**
         * Notes that no leader of its partition can be reached now. Returns whether this counts as a failed attempt, as it
         * does each time that the limit has passed.
         */
        boolean lacksLeader(long nowNanos, long limitNanos) {
            boolean isOver = lacksLeader && nowNanos - lackingNanos > limitNanos;
            if (!lacksLeader || isOver) {
                lacksLeader = true;
                lackingNanos = nowNanos;
            }
            return isOver;
        }

        /** Returns whether its oldest request was sent before a moment. */
        boolean isUnanswered(long sentBefore) {
            Request oldest = requests.peek();
            return oldest != null && oldest.sentNanos() - sentBefore < 0;
        }

        String brokerName() {
            return broker == null ? "an unknown broker" : "broker " + broker.id();
        }

        /** Notes that the connection has ended. Returns the requests that will not be answered. */
        List<Request> ended() {
            List<Request> open = new ArrayList<>(requests);
            requests.clear();
            state = State.CLOSED;
            sends = false;
            lacksLeader = false;
            return open;
        }

        /** Returns whether the connection needs a timer for this time, because no timer wakes it before. */
        boolean wakesAt(long nanos) {
            if (wakes && wakesNanos - nanos <= 0) {
                return false;
            }
            wakes = true;
            wakesNanos = nanos;
            return true;
        }

        /** Notes that a timer is over. Returns false if an earlier timer replaced it. */
        boolean woke(long nanos) {
            boolean isCurrent = wakes && wakesNanos == nanos;
            wakes &= !isCurrent;
            return isCurrent;
        }
    }

    /**
     * Builds Kafka's channels, and notes the end of each TLS handshake: a channel registers its cipher then.
     *
     * @param handshakeEnded receives the channel's name
     */
    private record TimedChannels(ChannelBuilder channels, Consumer<String> handshakeEnded) implements ChannelBuilder {
        @Override
        public KafkaChannel buildChannel(
                String id, SelectionKey key, int maxReceiveSize, MemoryPool memory, ChannelMetadataRegistry registry) {
            return channels.buildChannel(
                    id, key, maxReceiveSize, memory, new TimedRegistry(id, registry, handshakeEnded));
        }

        @Override
        public void configure(Map<String, ?> configs) {
            channels.configure(configs);
        }

        @Override
        public void close() {
            channels.close();
        }

        private record TimedRegistry(String id, ChannelMetadataRegistry registry, Consumer<String> handshakeEnded)
                implements ChannelMetadataRegistry {
            @Override
            public void registerCipherInformation(CipherInformation cipher) {
                handshakeEnded.accept(id);
                registry.registerCipherInformation(cipher);
            }

            @Override
            public CipherInformation cipherInformation() {
                return registry.cipherInformation();
            }

            @Override
            public void registerClientInformation(ClientInformation client) {
                registry.registerClientInformation(client);
            }

            @Override
            public ClientInformation clientInformation() {
                return registry.clientInformation();
            }

            @Override
            public void close() {
                registry.close();
            }
        }
    }

    /**
     * Terms of the client's connections, by its properties.
     *
     * @param hasSasl whether the client authenticates by SASL
     * @param firstSetUpNanos limit for TCP; twice as long after each failure
     * @param maxSetUpNanos largest limit for TCP
     * @param firstBackOffNanos time before another attempt to connect; twice as long after each further failure
     * @param maxBackOffNanos largest time before another attempt
     */
    private record ConnectionTerms(
            boolean hasSasl,
            int sendBufferBytes,
            int receiveBufferBytes,
            long firstSetUpNanos,
            long maxSetUpNanos,
            long firstBackOffNanos,
            long maxBackOffNanos) {
        static ConnectionTerms of(AbstractConfig config) {
            SecurityProtocol security =
                    SecurityProtocol.forName(config.getString(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG));
            return new ConnectionTerms(
                    security == SecurityProtocol.SASL_PLAINTEXT || security == SecurityProtocol.SASL_SSL,
                    config.getInt(CommonClientConfigs.SEND_BUFFER_CONFIG),
                    config.getInt(CommonClientConfigs.RECEIVE_BUFFER_CONFIG),
                    MILLISECONDS.toNanos(config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG)),
                    MILLISECONDS.toNanos(
                            config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG)),
                    MILLISECONDS.toNanos(config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG)),
                    MILLISECONDS.toNanos(config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG)));
        }

        /** Returns how long a TCP connection may take after this number of consecutive failures. */
        long setUpNanos(int failures) {
            return (long) Math.min((double) maxSetUpNanos, firstSetUpNanos * Math.pow(2, failures));
        }

        /** Returns how long to wait after this number of consecutive failures, with up to a fifth more or less at random. */
        long backOffNanos(int failures) {
            double longer = Math.min((double) maxBackOffNanos, firstBackOffNanos * Math.pow(2, failures));
            return (long) (longer * ThreadLocalRandom.current().nextDouble(0.8, 1.2));
        }
    }
}
