package dev.weir.driver.none;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import java.util.List;
import java.util.Map;

/**
 * The in-memory driver {@code none}.
 *
 * <p>Memory: 4 MiB for each producer and 4 MiB for each topic, but at least 64 KiB for each partition. If a message
 * needs more than half of a queue or log, that one grows to at most four times the message (with its 40 bytes of
 * bookkeeping and its header). A log keeps what the slowest subscription of its topic has yet to read, also of paused
 * consumers. When it is full, producers with a message for that partition fill their queues, and then {@code send}
 * blocks. A subscription begins at the topic's end with its first consumer, and is removed with its last one; without
 * subscriptions, messages are acknowledged and dropped.
 */
public final class NoneDriverFactory implements DriverFactory {

    @Override
    public String name() {
        return "none";
    }

    @Override
    public Map<String, String> settings() {
        return NoneSettings.meanings();
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        return NoneSettings.problems(config);
    }

    /** Nothing survives the process. */
    @Override
    public Durability durability(DriverConfig config) {
        return new Durability(List.of(
                DurabilityItem.of(DurabilityKey.ACKS, "in memory", DurabilitySource.SYSTEM),
                DurabilityItem.of(DurabilityKey.IDEMPOTENCE, "true", DurabilitySource.SYSTEM),
                DurabilityItem.of(DurabilityKey.REPLICATION_FACTOR, "1", DurabilitySource.SYSTEM),
                new DurabilityItem(DurabilityKey.FSYNC, "never", DurabilitySource.SYSTEM, "nothing is stored")));
    }

    @Override
    public Driver open(DriverConfig config) {
        problems(config).stream().findFirst().ifPresent(problem -> {
            throw new DriverException(problem.message());
        });
        return new NoneDriver(Faults.of(config.settings()));
    }

    @Override
    public boolean withinOneProcess() {
        return true;
    }
}
