package dev.weir.driver.kafka.config;

import dev.weir.driver.config.DriverConfig;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * Who commits a consumer's offsets. If {@code enable.auto.commit} is not false, the client does. Otherwise the driver
 * does, without waiting, after polls that returned messages, at most once in {@code offsetCommitLingerMs} (0, the
 * default: after each of them).
 *
 * @param ours whether the driver commits
 * @param lingerNanos shortest time between two commits
 */
public record CommitPolicy(boolean ours, long lingerNanos) {

    /**
     * Returns the policy of a group's member for which something else fetches: the driver commits as often as the
     * client would. The client itself commits before a rebalance only what it has fetched, and would miss later
     * messages.
     */
    public CommitPolicy taken(ConsumerConfig config) {
        return ours
                ? this
                : new CommitPolicy(true, config.getInt(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG) * 1_000_000L);
    }

    public static CommitPolicy of(DriverConfig config) {
        Map<String, String> properties = ConfigValues.resolved(config).clients().effectiveConsumer();
        String auto = properties.getOrDefault(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "true");
        String linger = properties.getOrDefault(ClientProperties.OFFSET_COMMIT_LINGER_MS, "0");
        return new CommitPolicy(
                auto.strip().equalsIgnoreCase("false"), Math.multiplyExact(Long.parseLong(linger.strip()), 1_000_000L));
    }
}
