package dev.weir.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.UUID;

/**
 * What a worker tells of itself.
 *
 * @param instance unique for each start of a process: a restarted worker has another one
 * @param host name of its host
 * @param processId on that host
 * @param java version of its JVM
 * @param os name and version of the operating system
 * @param cores processors that the JVM sees
 * @param maxHeapBytes the JVM's limit
 */
public record WorkerFacts(
        String instance, String host, long processId, String java, String os, int cores, long maxHeapBytes) {
    private static final String THIS_INSTANCE = UUID.randomUUID().toString();

    public WorkerFacts {
        Objects.requireNonNull(instance);
        Objects.requireNonNull(host);
        Objects.requireNonNull(java);
        Objects.requireNonNull(os);
    }

    /** Those of this process. */
    public static WorkerFacts ofThisProcess() {
        return new WorkerFacts(
                THIS_INSTANCE,
                hostName(),
                ProcessHandle.current().pid(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
