package dev.weir.driver.kafka.share;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.client.ClientInternals;
import dev.weir.driver.kafka.client.ClientMetrics;
import dev.weir.driver.kafka.client.MessageSource;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.wire.ThrottleTime;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareReader;
import dev.weir.driver.share.ShareSupport;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.InvalidRecordStateException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Share groups. Requests the limit of each group once, because a worker can have thousands of consumers. */
public final class KafkaShareSupport implements ShareSupport {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(7);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private static final Set<String> OF_CONSUMER_GROUPS = Set.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);

    private final DriverConfig config;
    private final Map<String, OptionalInt> limits = new ConcurrentHashMap<>();

    public KafkaShareSupport(DriverConfig config) {
        this.config = config;
    }

    @Override
    public ShareReader openShareReader(ConsumerSpec spec, boolean explicit, ShareListener listener) {
        return FailureRemedy.opened(
                config,
                "consumer " + spec.clientId(),
                () -> new KafkaShareReader(new KafkaShareConsumer<>(properties(spec, explicit)), spec, listener));
    }

    @Override
    public OptionalInt deliveryLimit(String group) {
        return limits.computeIfAbsent(group, each -> {
            var client = FailureRemedy.opened(
                    config, "the administration", () -> Admin.create(ClientProperties.forAdmin(config)));
            try {
                return new ShareGroups(client, new AnswerDeadline(ANSWER_LIMIT)).deliveryLimit(each);
            } finally {
                // Without a limit, closing would wait for answers that do not come.
                client.close(CLOSE_LIMIT);
            }
        });
    }

    /**
     * Returns the properties of a member of a share group. Properties of the driver file that only consumer groups have
     * are left out; the client refuses one that the subscription itself has.
     */
    private Map<String, Object> properties(ConsumerSpec spec, boolean explicit) {
        Map<String, Object> properties = ClientProperties.forConsumer(config, spec);
        OF_CONSUMER_GROUPS.stream()
                .filter(name -> !spec.properties().containsKey(name))
                .forEach(properties::remove);
        properties.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, explicit ? "explicit" : "implicit");
        return properties;
    }

    /** A member of a share group, through a {@link KafkaShareConsumer}. */
    static final class KafkaShareReader implements ShareReader {
        private static final Logger LOG = LoggerFactory.getLogger(KafkaShareReader.class);
        private static final Duration LEAVE = Duration.ofSeconds(5);
        private static final byte[] NOTHING = {};

        private final KafkaShareConsumer<byte[], byte[]> consumer;
        private final ConsumerSpec spec;
        private final ShareListener listener;
        private final ThrottleTime throttle;
        private boolean received;

        KafkaShareReader(KafkaShareConsumer<byte[], byte[]> consumer, ConsumerSpec spec, ShareListener listener) {
            this.consumer = consumer;
            this.spec = spec;
            this.listener = listener;
            this.throttle = ClientInternals.throttleOfDelegate(KafkaShareConsumer.class, consumer);
            consumer.setAcknowledgementCommitCallback(this::answered);
            consumer.subscribe(List.of(spec.topic()));
        }

        @Override
        public void poll(Duration within) {
            ConsumerRecords<byte[], byte[]> records;
            try {
                records = consumer.poll(within);
            } catch (WakeupException e) {
                return;
            } catch (RetriableException e) {
                listener.failed(e);
                return;
            } catch (KafkaException | IllegalStateException e) {
                // A permission that was never there is an error; a lost one may come back. A client that loses the
                // permission for its group never joins the group again. There is no pause: the client goes on fetching
                // during a pause, and each refused fetch delays the first message after the refusals by one poll.
                if (received && e instanceof TopicAuthorizationException) {
                    listener.failed(e);
                    return;
                }
                throw new DriverException(spec.clientId() + " cannot read: " + FailureRemedy.text(e), e);
            }
            if (!records.isEmpty()) {
                received = true;
                listener.batch();
            }
            for (ConsumerRecord<byte[], byte[]> message : records) {
                listener.delivered(
                        message.partition(),
                        message.offset(),
                        message.deliveryCount().orElse((short) 1),
                        MessageSource.value(message),
                        MessageSource.header(message));
            }
        }

        private void answered(Map<TopicIdPartition, Set<Long>> offsets, @Nullable Exception refusal) {
            boolean isRefused = refusal instanceof InvalidRecordStateException;
            if (refusal != null && !isRefused) {
                listener.failed(refusal);
            }
            ShareListener.Answer answer = refusal == null
                    ? ShareListener.Answer.DONE
                    : isRefused ? ShareListener.Answer.REFUSED : ShareListener.Answer.UNKNOWN;
            offsets.forEach((partition, each) ->
                    each.forEach(offset -> listener.acknowledged(partition.partition(), offset, answer)));
        }

        @Override
        public void acknowledge(int partition, long offset, Acknowledgement acknowledgement) {
            // The client finds the message by topic, partition and offset; its method with these three accepts only
            // unreadable messages.
            consumer.acknowledge(
                    new ConsumerRecord<>(spec.topic(), partition, offset, NOTHING, NOTHING),
                    switch (acknowledgement) {
                        case ACCEPT -> AcknowledgeType.ACCEPT;
                        case RELEASE -> AcknowledgeType.RELEASE;
                        case REJECT -> AcknowledgeType.REJECT;
                        case RENEW -> AcknowledgeType.RENEW;
                    });
        }

        @Override
        public void send() {
            consumer.commitAsync();
        }

        @Override
        public OptionalLong lockNanos() {
            var millis = consumer.acquisitionLockTimeoutMs().stream();
            return millis.mapToLong(TimeUnit.MILLISECONDS::toNanos).findFirst();
        }

        @Override
        public boolean isAssigned() {
            String group = "consumer-share-coordinator-metrics";
            var rebalances = ClientMetrics.chosen(consumer.metrics(), group, Set.of("rebalance-total"), Map.of());
            return rebalances.values().stream().anyMatch(count -> count > 0);
        }

        @Override
        public long throttledNanos() {
            return throttle.nanos();
        }

        @Override
        public Map<String, Double> metrics() {
            return ClientMetrics.ofConsumer(consumer.metrics(), "consumer-share-fetch-manager-metrics", throttle);
        }

        @Override
        public void wakeUp() {
            consumer.wakeup();
        }

        /**
         * Ends the network thread. Then calls the client's callback for answers to acknowledgements that have arrived: an
         * application receives these in a later poll, which does not come.
         *
         * <p>Fact relied on: the client's method {@code handleCompletedAcknowledgements} passes these answers to the callback
         * without the network thread. What breaks if the fact fails: without the method, this throws; if it does less, these
         * acknowledgements count as unanswered.
         */
        @Override
        public void abandon() {
            try {
                Object delegate = ClientInternals.value(KafkaShareConsumer.class, "delegate", consumer);
                ClientInternals.endNetworkThread(delegate);
                Method report = delegate.getClass().getDeclaredMethod("handleCompletedAcknowledgements");
                report.setAccessible(true);
                report.invoke(delegate);
            } catch (ReflectiveOperationException | ClassCastException e) {
                throw new DriverException(ClientInternals.UNKNOWN_CLIENT + "remove kill from members", e);
            }
        }

        @Override
        public void close() {
            try {
                consumer.close(LEAVE);
            } catch (KafkaException e) {
                LOG.warn("{} has not left its group in order", spec.clientId(), e);
            }
        }
    }
}
