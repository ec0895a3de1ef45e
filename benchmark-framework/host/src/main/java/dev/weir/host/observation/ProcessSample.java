package dev.weir.host.observation;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Resources that a process had used at one time.
 *
 * @param cpuNanos CPU time of all its threads since it started; -1 if the platform does not report it
 * @param gcMillis time spent in garbage collections, milliseconds since it started
 */
public record ProcessSample(long cpuNanos, long gcMillis) {
    /** Returns what this process has used by now. Any thread. */
    public static ProcessSample ofThisProcess() {
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcMillis += Math.max(0, collector.getCollectionTime());
        }
        long cpuNanos = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
        return new ProcessSample(cpuNanos, gcMillis);
    }
}
