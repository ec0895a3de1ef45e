package dev.weir.host.observation;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Resources that a process had used at one time.
 *
 * @param cpuNanos CPU time of all its threads since it started; -1 if the platform does not report it
 * @param gcCount garbage collections since it started
 * @param gcMillis time spent in them, milliseconds since it started
 * @param heapUsedBytes heap in use, including garbage
 */
public record ProcessSample(long cpuNanos, long gcCount, long gcMillis, long heapUsedBytes) {
    /** Returns what this process has used by now. Any thread. */
    public static ProcessSample ofThisProcess() {
        long gcCount = 0;
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcCount += Math.max(0, collector.getCollectionCount());
            gcMillis += Math.max(0, collector.getCollectionTime());
        }
        long cpuNanos = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
        long heapUsed = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new ProcessSample(cpuNanos, gcCount, gcMillis, heapUsed);
    }
}
