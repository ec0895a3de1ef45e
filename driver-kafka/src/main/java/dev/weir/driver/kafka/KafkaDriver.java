package dev.weir.driver.kafka;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Guarantee;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.client.KafkaDriverConsumer;
import dev.weir.driver.kafka.client.KafkaDriverProducer;
import dev.weir.driver.kafka.client.KafkaReader;
import dev.weir.driver.kafka.client.KafkaTransactionalProducer;
import dev.weir.driver.kafka.config.ClientKind;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.ClientProperties.GroupProtocol;
import dev.weir.driver.kafka.config.ConfigValues;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.config.KafkaPromises;
import dev.weir.driver.kafka.config.TopicPromises;
import dev.weir.driver.kafka.share.KafkaShareSupport;
import dev.weir.driver.kafka.wire.WireFetcher;
import dev.weir.driver.kafka.wire.WireProducer;
import dev.weir.driver.share.ShareSupport;
import dev.weir.driver.transaction.TransactionSupport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Drives a system that supports Kafka's protocol, with Kafka's client. Holds no connection itself. A driver of a system
 * with more administration than Kafka overrides {@link #administration}.
 */
public class KafkaDriver implements Driver {
    /** Default interval in which brokers look for transactions that have lasted too long. */
    private static final Duration TRANSACTION_CHECK_INTERVAL = Duration.ofSeconds(10);

    private final DriverConfig config;
    /** The configuration with the values of config providers, as the clients read them. */
    private final DriverConfig resolved;

    private final ClientKind client;
    private final String system;
    private final TopicPromises promises;
    private final ShareSupport shares;

    /** Creates the driver of a system with Kafka's promises, and with this name in {@link Admin#facts}. */
    public KafkaDriver(DriverConfig config, String system) {
        this(config, system, new KafkaPromises());
    }

    public KafkaDriver(DriverConfig config, String system, TopicPromises promises) {
        this.config = config;
        this.resolved = ConfigValues.resolved(config);
        this.client = ClientKind.of(config);
        this.system = system;
        this.promises = promises;
        this.shares = new KafkaShareSupport(config);
    }

    @Override
    public Admin openAdmin() {
        String servers = resolved.clients().common().get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG);
        KafkaDriverAdmin admin = FailureRemedy.opened(
                config,
                "a connection to " + servers,
                () -> administration(
                        org.apache.kafka.clients.admin.Admin.create(ClientProperties.forAdmin(config)), config));
        try {
            BootstrapCheck.reach(admin, config);
        } catch (DriverException e) {
            admin.close();
            throw e;
        }
        return admin;
    }

    /** Returns the administration for a client that is connecting, which the administration closes. */
    protected KafkaDriverAdmin administration(org.apache.kafka.clients.admin.Admin connecting, DriverConfig driver) {
        return new KafkaDriverAdmin(connecting, driver, system, promises);
    }

    @Override
    public Producer openProducer(ProducerSpec spec, SendListener listener) {
        Map<String, Object> properties = ClientProperties.forProducer(config, spec.clientId());
        return FailureRemedy.opened(config, "producer " + spec.clientId(), () -> switch (client) {
            case KAFKA -> new KafkaDriverProducer(new KafkaProducer<>(properties), spec, listener);
            case WIRE -> WireProducer.open(new ProducerConfig(properties), spec, listener);
        });
    }

    @Override
    public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
        DriverConfig own = config.withConsumerConfig(spec.properties());
        var commits = ClientProperties.CommitPolicy.of(own);
        boolean consumerProtocol = GroupProtocol.isConsumer(own);
        Map<String, Object> properties = ClientProperties.forConsumer(config, spec);
        return FailureRemedy.opened(config, "consumer " + spec.clientId(), () -> {
            KafkaDriverConsumer consumer = switch (client) {
                case KAFKA -> {
                    var member = new KafkaConsumer<byte[], byte[]>(properties);
                    yield new KafkaDriverConsumer(member, null, spec, commits, consumerProtocol, listener);
                }
                case WIRE -> {
                    var parsed = new ConsumerConfig(properties);
                    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
                    var member = new KafkaConsumer<byte[], byte[]>(properties);
                    var fetcher = new WireFetcher(parsed, spec.topic(), listener);
                    var policy = commits.taken(parsed);
                    yield new KafkaDriverConsumer(member, fetcher, spec, policy, consumerProtocol, listener);
                }
            };
            consumer.start();
            return consumer;
        });
    }

    @Override
    public boolean acknowledges() {
        String acks = resolved.clients().effectiveProducer().getOrDefault("acks", "all");
        return !acks.strip().equals("0");
    }

    /** Returns the guarantee by the client's own rules: by default it is idempotent, unless acks forbid that. */
    @Override
    public Guarantee guarantee() {
        ProducerConfig parsed = FailureRemedy.opened(
                config, "a producer", () -> new ProducerConfig(ClientProperties.forProducer(config, "guarantee")));
        if (!parsed.getString(ProducerConfig.ACKS_CONFIG).equals("-1")) {
            return Guarantee.NONE;
        }
        boolean isIdempotent = parsed.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG);
        return isIdempotent ? Guarantee.EXACTLY_ONCE : Guarantee.AT_LEAST_ONCE;
    }

    @Override
    public Duration linger() {
        return Duration.ofMillis(producerNumber(ProducerConfig.LINGER_MS_CONFIG));
    }

    /** Returns the bytes of a batch that is being filled, and of those in concurrent requests. */
    @Override
    public long pipelineBytes() {
        return (producerNumber(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION) + 1)
                * producerNumber(ProducerConfig.BATCH_SIZE_CONFIG);
    }

    private long producerNumber(String name) {
        return number(ProducerConfig.configDef(), resolved.clients().effectiveProducer(), name);
    }

    static long number(ConfigDef definition, Map<String, String> given, String name) {
        String otherwise = String.valueOf(definition.defaultValues().get(name));
        return (Long) ConfigDef.parseType(name, given.getOrDefault(name, otherwise), ConfigDef.Type.LONG);
    }

    /**
     * Returns the take-over time. The group reassigns its partitions after {@code session.timeout.ms}, the broker ends
     * its transaction after {@code transaction.timeout.ms}: both count from its death, or earlier, and both happen when
     * a client asks. With Weir's own client, it is zero.
     */
    @Override
    public Duration takeOver() {
        if (client == ClientKind.WIRE) {
            return Duration.ZERO;
        }
        long transaction = producerNumber(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        Map<String, String> consumer = resolved.clients().effectiveConsumer();
        long session = number(ConsumerConfig.configDef(), consumer, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        return Duration.ofMillis(Math.max(transaction, session)).plus(TRANSACTION_CHECK_INTERVAL);
    }

    @Override
    public Optional<TransactionSupport> transactions() {
        return unlessWire((spec, listener) -> KafkaTransactionalProducer.open(config, spec, listener));
    }

    @Override
    public Optional<ReaderSupport> reads() {
        return unlessWire(spec -> FailureRemedy.opened(
                config,
                "reader " + spec.clientId(),
                () -> new KafkaReader(new KafkaConsumer<>(ClientProperties.forReader(config, spec)), spec)));
    }

    @Override
    public Optional<ShareSupport> shares() {
        return unlessWire(shares);
    }

    /** Returns an optional part of the driver; empty with Weir's own client, which only sends and receives. */
    private <T> Optional<T> unlessWire(T support) {
        return client == ClientKind.WIRE ? Optional.empty() : Optional.of(support);
    }

    @Override
    public Optional<String> remedyIfPermanent(Throwable failure) {
        return FailureRemedy.ofPermanent(failure);
    }

    @Override
    public void close() {
        // Each client closes what it has opened.
    }
}
