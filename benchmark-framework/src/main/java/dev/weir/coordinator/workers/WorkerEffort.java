package dev.weir.coordinator.workers;

import dev.weir.host.observation.ProcessSample;
import java.util.Optional;

/**
 * CPU time of a worker in the measurement.
 *
 * @param seconds measured time in which the CPU time is known
 * @param cpuSeconds CPU time of the process in that time
 * @param last last sample of the process, also before the measurement; empty before the first one
 */
record WorkerEffort(double seconds, double cpuSeconds, Optional<ProcessSample> last) {
    /** Before the first snapshot. */
    static final WorkerEffort NONE = new WorkerEffort(0, 0, Optional.empty());

    /** Adds a snapshot before the measurement: the CPU time of the next one is counted from it. */
    WorkerEffort before(ProcessSample sample) {
        return new WorkerEffort(seconds, cpuSeconds, known(sample));
    }

    /** Adds a snapshot of the measurement. */
    WorkerEffort plus(ProcessSample sample, double observedSeconds) {
        if (last.isEmpty() || sample.cpuNanos() < 0) {
            return before(sample);
        }
        return new WorkerEffort(
                seconds + observedSeconds,
                cpuSeconds + (sample.cpuNanos() - last.get().cpuNanos()) / 1e9,
                known(sample));
    }

    private static Optional<ProcessSample> known(ProcessSample sample) {
        return Optional.of(sample).filter(each -> each.cpuNanos() >= 0);
    }
}
