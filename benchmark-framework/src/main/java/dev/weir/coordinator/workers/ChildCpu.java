package dev.weir.coordinator.workers;

import dev.weir.host.observation.TimeRange;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** CPU time of the child processes of this process in the measurement: embedded brokers. Used by one thread. */
final class ChildCpu {
    /** Reading it costs little once a second. */
    private static final long PERIOD_NANOS = 900_000_000;

    private final Map<Long, Long> nanosBefore = new HashMap<>();
    private List<ProcessHandle> children = List.of();
    private long beforeNanos;
    private long cpuNanos;
    private long observedNanos;

    /** Reads the CPU time at the end of a stretch; those of the measurement count. */
    void tick(boolean measured, TimeRange stretch) {
        if (stretch.endNanos() - beforeNanos < PERIOD_NANOS) {
            return;
        }
        if (children.isEmpty() || !children.stream().allMatch(ProcessHandle::isAlive)) {
            children = ProcessHandle.current().children().toList();
        }
        for (ProcessHandle child : children) {
            long now = child.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
            Long before = nanosBefore.put(child.pid(), now);
            cpuNanos += measured && before != null ? Math.max(0, now - before) : 0;
        }
        observedNanos += measured && beforeNanos > 0 ? stretch.endNanos() - beforeNanos : 0;
        beforeNanos = stretch.endNanos();
    }

    /** Returns the mean use, in cores. */
    double cpus() {
        return observedNanos == 0 ? 0 : (double) cpuNanos / observedNanos;
    }
}
