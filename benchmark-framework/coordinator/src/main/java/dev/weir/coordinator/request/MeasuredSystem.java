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
 * @param facts facts about the system that it does not report itself
 * @param faults injects the faults of the workload into brokers; empty if that is not possible
 */
public record MeasuredSystem(
        DriverConfig driver, DriverFactory factory, Map<String, String> facts, Optional<BrokerFaults> faults) {
    public MeasuredSystem {
        facts = Map.copyOf(facts);
    }

    /** Creates a system without further facts and without faults. */
    public static MeasuredSystem of(DriverConfig driver, DriverFactory factory) {
        return new MeasuredSystem(driver, factory, Map.of(), Optional.empty());
    }
}
