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
 * <p>Memory: the producers of a topic together have up to 4 MiB that the topic has not taken, but each at least 16 KiB;
 * beyond that, {@code send} blocks. Each subscription or group of a topic has up to 4 MiB that it has not read, but at
 * least 16 KiB in each partition; beyond that, the topic takes no more messages for the partition. A message that is
 * larger is accepted when less than the limit is waiting. A subscription begins at the topic's end with its first
 * consumer, and is removed with its last one; without subscriptions, messages are acknowledged and dropped.
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
        return new NoneDriver(new NoneSettings(config.settings()));
    }

    @Override
    public boolean withinOneProcess() {
        return true;
    }
}
