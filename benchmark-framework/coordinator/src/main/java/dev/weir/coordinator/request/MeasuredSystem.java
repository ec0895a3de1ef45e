package dev.weir.coordinator.request;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.result.code.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The system that a run measures, and how Weir drives it.
 *
 * @param driverPath the jar or folder of the driver; empty if the driver came with Weir
 * @param embeddedBrokers the number of brokers that were started for the run; 0 if its driver file names a system
 * @param facts facts about the system that the system itself does not report
 * @param reasons reasons that follow from the kind of system
 * @param prepare makes the system ready for the run, and throws a {@code DriverException} if that fails
 * @param faults carries out faults of the embedded brokers; empty if there are none
 */
public record MeasuredSystem(
        DriverConfig driver,
        DriverFactory factory,
        String driverPath,
        int embeddedBrokers,
        Map<String, String> facts,
        List<Reason> reasons,
        Runnable prepare,
        Optional<BrokerFaults> faults) {
    public MeasuredSystem {
        facts = Map.copyOf(facts);
        reasons = List.copyOf(reasons);
    }

    /** A system that a driver of Weir's own reaches, and that needs no preparation. */
    public static MeasuredSystem of(DriverConfig driver, DriverFactory factory) {
        return new MeasuredSystem(driver, factory, "", 0, Map.of(), List.of(), () -> {}, Optional.empty());
    }

    public MeasuredSystem with(DriverConfig other) {
        return new MeasuredSystem(other, factory, driverPath, embeddedBrokers, facts, reasons, prepare, faults);
    }
}
