package dev.weir.driver.kafka.embedded;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.EmbeddedSettings;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.config.KafkaPromises;
import dev.weir.driver.kafka.tier.FileRemoteStore;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running cluster of embedded brokers, which also injects faults into them. Any thread may call the methods of {@link
 * EmbeddedCluster}. One thread calls those of {@link BrokerFaults}; another one may close the cluster meanwhile. With three
 * or more brokers, the first three are the controllers' voters: the cluster continues without any one of them.
 */
public final class KafkaEmbeddedCluster implements EmbeddedCluster, BrokerFaults {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaEmbeddedCluster.class);
    private static final Duration ADMIN_CLOSE = Duration.ofSeconds(1);
    private static final Duration BARE_LIMIT = Duration.ofSeconds(30);

    /**
     * Prefix of the hosts of the brokers' endpoints; by it, endpoints of an ended cluster are recognized in a file that
     * was made from a result.
     */
    private static final String METRICS_LABEL = "embedded broker ";

    private final NodeLayout topology;
    private final Duration deadline;
    private BrokerSettings settings;
    private ClusterDirectory directory = ClusterDirectory.create();
    private String clusterId = Uuid.randomUuid().toString();
    private final List<MetricsEndpoint> metrics;

    /** Brokers in the order of their numbers; a killed one stays until another replaces it. */
    private final List<BrokerProcess> brokers = new ArrayList<>();

    private final Map<Integer, PausedProcess> paused = new ConcurrentHashMap<>();
    /** Whether the brokers have started: if they did not, the next run tries again. */
    private boolean usable = true;

    private boolean profiling;
    private boolean closed;

    private KafkaEmbeddedCluster(NodeLayout topology, BrokerSettings settings, Duration deadline) {
        this.topology = topology;
        this.settings = settings;
        this.deadline = deadline;
        this.metrics = topology.nodes().stream()
                .map(node -> endpoint(node.id(), node.metricsPort()))
                .toList();
    }

    /**
     * Starts a cluster and waits until clients can use it. If it does not start, nothing of it remains.
     *
     * @throws BrokerProcess.PortTakenException if one of its ports was taken in the meantime
     * @throws DriverException if it does not start for another reason, with the broker's own text
     */
    static KafkaEmbeddedCluster start(NodeLayout topology, BrokerSettings settings, Duration deadline) {
        var cluster = new KafkaEmbeddedCluster(topology, settings, deadline);
        try {
            awaitReady(cluster.startBrokers(), deadline);
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    @Override
    public String bootstrapServers() {
        return topology.bootstrapServers();
    }

    @Override
    public synchronized DriverConfig driverConfig() {
        return driverConfig(settings, bootstrapServers()).withBrokerMetrics(metrics);
    }

    @Override
    public synchronized DriverConfig driverConfig(DriverConfig asked) {
        List<MetricsEndpoint> endpoints = new ArrayList<>(asked.brokerMetrics());
        endpoints.removeIf(endpoint -> endpoint.host().startsWith(METRICS_LABEL));
        endpoints.addAll(metrics);
        return at(bootstrapServers(), asked).withBrokerMetrics(endpoints);
    }

    static DriverConfig at(String bootstrapServers, DriverConfig asked) {
        Map<String, String> common = new TreeMap<>(asked.clients().common());
        common.put("bootstrap.servers", bootstrapServers);
        return asked.withCommonConfig(common);
    }

    @Override
    public synchronized void prepare(DriverConfig asked) {
        BrokerSettings wanted = settings.with(EmbeddedSettings.remoteStore(asked));
        if (closed || (usable && wanted.equals(settings))) {
            return;
        }
        usable = false;
        end();
        settings = wanted;
        directory = ClusterDirectory.create();
        clusterId = Uuid.randomUuid().toString();
        brokers.clear();
        awaitReady(startBrokers(), deadline);
        usable = true;
    }

    static DriverConfig driverConfig(BrokerSettings settings, String bootstrapServers) {
        return new DriverConfig(
                "embedded",
                "kafka",
                new TopicConfig(
                        settings.replicationFactor(),
                        // The cluster is new: there is nothing to reset.
                        false,
                        // The brokers' default, repeated because a result shows what was asked of topics.
                        Map.of("min.insync.replicas", Integer.toString(settings.minInSyncReplicas()))),
                new ClientConfig(
                        Map.of("bootstrap.servers", bootstrapServers),
                        // What OMB's kafka-throughput file asks for: all replicas acknowledge, and batches have 1 ms to
                        // fill.
                        Map.of("acks", "all", "linger.ms", "1", "batch.size", "131072"),
                        // As kafka-single.yaml has it. Nothing is skipped that was sent before the group was ready,
                        // offsets are committed once a second and not after each poll, and a backlog is drained in
                        // requests of up to 10 MiB per partition.
                        Map.of(
                                "auto.offset.reset", "earliest",
                                "enable.auto.commit", "false",
                                "offsetCommitLingerMs", "1000",
                                "max.partition.fetch.bytes", "10485760")),
                Map.of(EmbeddedClusters.FIELD, "true"));
    }

    @Override
    public synchronized SortedMap<String, String> deviations(DriverConfig asked) {
        return settings.with(EmbeddedSettings.remoteStore(asked)).deviations();
    }

    /** Sends to one partition of a topic of its own. Each batch is acknowledged before the clock is stopped. */
    @Override
    public double bareClientMessagesPerSecond(int messageBytes, Duration duration) {
        DriverConfig config = driverConfig();
        String topic = "weir-bare-" + UUID.randomUUID();
        try (var admin = new KafkaDriverAdmin(
                        Admin.create(ClientProperties.forAdmin(config)), config, "Kafka", new KafkaPromises());
                var producer = new KafkaProducer<byte[], byte[]>(ClientProperties.forProducer(config, topic))) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), BARE_LIMIT);
            try {
                var message = new ProducerRecord<byte[], byte[]>(topic, new byte[messageBytes]);
                var failure = new AtomicReference<Exception>();
                Callback callback = (metadata, exception) -> {
                    if (exception != null) {
                        failure.compareAndSet(null, exception);
                    }
                };
                messagesPerSecond(producer, message, callback, duration);
                double messagesPerSecond = messagesPerSecond(producer, message, callback, duration);
                Exception lost = failure.get();
                if (lost != null) {
                    String why = FailureRemedy.text(lost);
                    throw new DriverException("a message of the bare client was not acknowledged: " + why, lost);
                }
                return messagesPerSecond;
            } finally {
                admin.deleteTopics(List.of(topic), BARE_LIMIT);
            }
        } catch (KafkaException e) {
            throw new DriverException("the bare client cannot send: " + FailureRemedy.text(e), e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives each failure
    private static double messagesPerSecond(
            KafkaProducer<byte[], byte[]> producer,
            ProducerRecord<byte[], byte[]> message,
            Callback callback,
            Duration duration) {
        long begin = System.nanoTime();
        long end = begin + duration.toNanos();
        long count = 0;
        do {
            producer.send(message, callback);
            count++;
        } while (System.nanoTime() < end);
        // Ends by itself: a message that is not acknowledged fails after delivery.timeout.ms.
        producer.flush();
        return count / ((System.nanoTime() - begin) / 1e9);
    }

    @Override
    public Optional<BrokerFaults> faults() {
        return Optional.of(this);
    }

    /** Returns the process ids of the brokers, in the order of their ports. */
    public synchronized List<Long> processIds() {
        return brokers.stream().map(BrokerProcess::pid).toList();
    }

    /** Returns the directory with the cluster's data and the log of each broker. */
    public synchronized Path directory() {
        return directory.path();
    }

    /** Kills the brokers, waits for their end at most 10 s each, and deletes the data. Does nothing if called again. */
    @Override
    public synchronized void close() {
        closed = true;
        end();
    }

    private void end() {
        brokers.forEach(BrokerProcess::kill);
        brokers.forEach(BrokerProcess::awaitEnd);
        paused.keySet().forEach(this::resume);
        try {
            directory.close();
        } catch (UncheckedIOException e) {
            LOG.warn("something of the embedded cluster's data stays in {}", directory.path(), e);
        }
    }

    @Override
    public int leader(String topic, int partition, Duration within) {
        var deadline = new AnswerDeadline(within);
        String name = topic + "-" + partition;
        Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
        try {
            var answer = admin.describeTopics(List.of(topic)).allTopicNames();
            var description =
                    deadline.await("look for the leader of " + name, answer).get(topic);
            Node leader = description == null
                    ? null
                    : description.partitions().get(partition).leader();
            if (leader == null || leader.isEmpty()) {
                throw new DriverException(name + " has no leader");
            }
            return leader.id();
        } catch (ExecutionException e) {
            throw new DriverException("cannot find the leader of " + name + ": " + e.getMessage(), e);
        } finally {
            admin.close(ADMIN_CLOSE);
        }
    }

    @Override
    public void kill(int broker) {
        BrokerProcess process = running(broker);
        process.kill();
        process.awaitEnd();
    }

    @Override
    public boolean stop(int broker, Duration deadline) {
        return running(broker).stop(deadline);
    }

    @Override
    public void pause(int broker) {
        paused.put(broker, PausedProcess.pause(running(broker).pid()));
    }

    @Override
    public void resume(int broker) {
        PausedProcess process = paused.remove(broker);
        if (process != null) {
            process.close();
        }
    }

    private BrokerProcess running(int broker) {
        BrokerProcess process = process(broker);
        if (!process.isAlive() || paused.containsKey(broker)) {
            throw new DriverException("broker " + broker + " does not run");
        }
        return process;
    }

    private synchronized BrokerProcess process(int broker) {
        return brokers.get(broker - 1);
    }

    @Override
    public void start(int broker, Duration deadline) {
        if (process(broker).isAlive()) {
            throw new DriverException("broker " + broker + " runs already");
        }
        BrokerProcess process;
        synchronized (this) {
            if (closed) {
                throw new DriverException("the embedded cluster is closed");
            }
            process = BrokerProcess.start(broker, directory.node(broker), clusterId);
            brokers.set(broker - 1, process);
            if (profiling) {
                process.beginProfile();
            }
        }
        try {
            awaitReady(List.of(process), deadline);
        } catch (DriverException e) {
            process.kill();
            throw e;
        }
    }

    @Override
    public synchronized void beginProfiles() {
        profiling = true;
        brokers.forEach(BrokerProcess::beginProfile);
    }

    @Override
    public synchronized SortedMap<Integer, CompletableFuture<Path>> endProfiles() {
        profiling = false;
        var files = new TreeMap<Integer, CompletableFuture<Path>>();
        brokers.forEach(broker -> files.put(files.size() + 1, broker.endProfile()));
        return files;
    }

    private synchronized List<BrokerProcess> startBrokers() {
        for (NodeLayout.Node node : topology.nodes()) {
            Path home = directory.node(node.id());
            var properties = new Properties();
            properties.putAll(topology.properties(node));
            properties.setProperty("log.dirs", home.resolve("data").toString());
            properties.putAll(settings.deviations());
            if (settings.remoteStore().isPresent()) {
                String folder = directory.remoteStore().toString();
                properties.setProperty(BrokerSettings.OF_STORE + FileRemoteStore.FOLDER, folder);
            }
            properties.setProperty(EmbeddedBroker.METRICS_HOST, topology.host().getHostAddress());
            properties.setProperty(EmbeddedBroker.METRICS_PORT, Integer.toString(node.metricsPort()));
            directory.createNode(node.id(), properties);
            brokers.add(BrokerProcess.start(node.id(), home, clusterId));
        }
        return List.copyOf(brokers);
    }

    private MetricsEndpoint endpoint(int node, int port) {
        return new MetricsEndpoint(
                URI.create("http://" + topology.at(port) + "/metrics"),
                METRICS_LABEL + node,
                List.of("kafka_server_brokertopicmetrics_remote*", "weir_remote_store_*"),
                List.of());
    }

    private static void awaitReady(List<BrokerProcess> brokers, Duration deadline) {
        CompletableFuture<?>[] ready =
                brokers.stream().map(BrokerProcess::ready).toArray(CompletableFuture<?>[]::new);
        // The first broker that ends is the one to quote: the others only keep trying to reach it.
        CompletableFuture<?>[] ended =
                brokers.stream().map(BrokerProcess::ended).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.anyOf(CompletableFuture.allOf(ready), CompletableFuture.anyOf(ended))
                    .get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            var unready = brokers.stream().filter(broker -> !broker.ready().isDone());
            String quotes = unready.map(broker -> "\n" + broker.quote()).collect(Collectors.joining());
            String late = "the embedded cluster does not serve after " + deadline.toMillis() / 1000.0 + " s";
            throw new DriverException(late + quotes, e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof DriverException known
                    ? known
                    : new DriverException("the embedded cluster does not start: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while the embedded cluster started", e);
        }
    }
}
