package dev.weir.driver.kafka.share;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareReader;
import dev.weir.driver.share.ShareSupport;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;

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
}
