package dev.weir.coordinator.request;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import java.util.Map;
import java.util.Optional;

/**
 * The system that a run measures.
 *
 * @param factory opens the driver that {@code driver} names
 * @param facts what is known of the system beyond what it tells itself
 * @param faults does to brokers what the workload asks for; empty where that cannot be done
 */
public record MeasuredSystem(
        DriverConfig driver, DriverFactory factory, Map<String, String> facts, Optional<BrokerFaults> faults) {
    public MeasuredSystem {
        facts = Map.copyOf(facts);
    }

    /** A system of which nothing further is known, and whose brokers have no faults. */
    public static MeasuredSystem of(DriverConfig driver, DriverFactory factory) {
        return new MeasuredSystem(driver, factory, Map.of(), Optional.empty());
    }
}
