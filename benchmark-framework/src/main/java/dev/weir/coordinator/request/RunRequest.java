package dev.weir.coordinator.request;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.result.code.Reason;
import dev.weir.result.run.RunIdentity;
import dev.weir.result.run.RunSetup;
import dev.weir.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run to carry out.
 *
 * @param factory opens the driver that {@code driver} names
 * @param workers who carries it out, at least one
 * @param setup says the same of them, so that the run can be made again
 * @param resultBase path of the result without its ending; its folder exists
 * @param deliverySilence deliveries have ended when nothing has arrived for this time: longer than the system takes to
 *     give a lost consumer's partitions to another, or what is late is called lost
 * @param systemFacts what is known of the system beyond what it tells itself
 * @param reasons reasons that are known before the run begins
 * @param faults does to brokers what the workload asks for; empty where that cannot be done
 */
public record RunRequest(
        RunIdentity run,
        Workload workload,
        DriverConfig driver,
        DriverFactory factory,
        List<WorkerTarget> workers,
        RunSetup setup,
        Path resultBase,
        Duration deliverySilence,
        Map<String, String> systemFacts,
        List<Reason> reasons,
        Optional<BrokerFaults> faults) {
    public RunRequest {
        workers = List.copyOf(workers);
        systemFacts = Map.copyOf(systemFacts);
        reasons = List.copyOf(reasons);
        if (workers.isEmpty()) {
            throw new IllegalArgumentException("a run must have at least one worker");
        }
    }
}
