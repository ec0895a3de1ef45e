package dev.weir.wire.message;

import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.CalibrationFile;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.ToolVersion;
import dev.weir.workload.text.Secrets;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What a worker reports about its process.
 *
 * @param instance unique for each start of a process: a restarted worker has another one
 * @param processId on its host
 * @param version of this tool
 * @param jvmArguments with which its JVM was started, in its order; without the values of secrets
 * @param host its host, as its process sees it
 * @param calibration what this tool is capable of there; absent if that was never measured
 */
public record WorkerFacts(
        String instance,
        long processId,
        String version,
        List<String> jvmArguments,
        HostFacts host,
        Optional<Calibration> calibration) {
    private static final String THIS_INSTANCE = UUID.randomUUID().toString();

    public WorkerFacts {
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** Those of this process, as they are now. Blocks as {@link HostFacts#ofThisHost} does. */
    public static WorkerFacts ofThisProcess() {
        return new WorkerFacts(
                THIS_INSTANCE,
                ProcessHandle.current().pid(),
                ToolVersion.text(),
                ownJvmArguments(),
                HostFacts.ofThisHost(),
                CalibrationFile.ofThisHost());
    }

    /** Whether the worker runs in the process that asks. */
    public boolean toldByThisProcess() {
        return isThisProcess(instance);
    }

    /** Whether that is the instance of the process that asks. */
    public static boolean isThisProcess(String instance) {
        return instance.equals(THIS_INSTANCE);
    }

    /** With the names of secrets, but not their values. */
    private static List<String> ownJvmArguments() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .map(argument ->
                        Secrets.isSecret(argument) ? argument.replaceFirst("=.*", "=" + Secrets.HIDDEN) : argument)
                .toList();
    }
}
