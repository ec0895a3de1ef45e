package dev.weir.wire;

import dev.weir.observe.HostFacts;
import java.util.Objects;
import java.util.UUID;

/**
 * What a worker tells of itself.
 *
 * @param instance unique for each start of a process: a restarted worker has another one
 * @param processId on its host
 * @param version of this tool
 * @param host its host, as its process sees it
 */
public record WorkerFacts(String instance, long processId, String version, HostFacts host) {
    private static final String THIS_INSTANCE = UUID.randomUUID().toString();

    public WorkerFacts {
        Objects.requireNonNull(instance);
        Objects.requireNonNull(version);
        Objects.requireNonNull(host);
    }

    /** Those of this process, as they are now. Blocks as {@link HostFacts#ofThisHost} does. */
    public static WorkerFacts ofThisProcess() {
        return new WorkerFacts(THIS_INSTANCE, ProcessHandle.current().pid(), thisVersion(), HostFacts.ofThisHost());
    }

    /** The version of this tool that this process runs. */
    public static String thisVersion() {
        return Objects.requireNonNullElse(WorkerFacts.class.getPackage().getImplementationVersion(), "unpackaged");
    }
}
