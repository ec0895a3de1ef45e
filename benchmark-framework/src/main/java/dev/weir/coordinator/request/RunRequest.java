package dev.weir.coordinator.request;

import dev.weir.result.code.Reason;
import dev.weir.result.run.RunIdentity;
import dev.weir.result.run.RunSetup;
import dev.weir.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A run to carry out.
 *
 * @param system what is measured, and how it is driven
 * @param workers who carries it out, at least one
 * @param setup says the same of them, so that the run can be made again
 * @param resultBase path of the result without its ending; its folder exists
 * @param deliverySilence deliveries have ended when nothing has arrived for this time: longer than the system takes to
 *     give a lost consumer's partitions to another, or what is late is called lost
 * @param reasons reasons that are known before the run begins
 */
public record RunRequest(
        RunIdentity run,
        Workload workload,
        MeasuredSystem system,
        List<WorkerTarget> workers,
        RunSetup setup,
        Path resultBase,
        Duration deliverySilence,
        List<Reason> reasons) {
    public RunRequest {
        workers = List.copyOf(workers);
        reasons = List.copyOf(reasons);
        if (workers.isEmpty()) {
            throw new IllegalArgumentException("a run must have at least one worker");
        }
    }
}
