package dev.weir.wire.message;

import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.CalibrationFile;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.ToolVersion;
import dev.weir.workload.text.Secrets;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Facts that a worker reports about its process.
 *
 * @param instance unique for each start of a process: a restarted worker has another one
 * @param jvmArguments arguments of its JVM in their order, without the values of secrets
 * @param calibration measured capability of Weir on that host; absent if it was never measured
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

    /** Returns the current facts of this process. Blocks as {@link HostFacts#ofThisHost} does. */
    public static WorkerFacts ofThisProcess() {
        // With the names of secrets, but not their values.
        List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        return new WorkerFacts(
                THIS_INSTANCE,
                ProcessHandle.current().pid(),
                ToolVersion.text(),
                arguments.stream().map(Secrets::word).toList(),
                HostFacts.ofThisHost(),
                CalibrationFile.ofThisHost());
    }

    public Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>(host.asMap());
        map.put("processId", processId);
        map.put("version", version);
        map.put("jvmArguments", jvmArguments);
        return map;
    }

    public static String instanceOfThisProcess() {
        return THIS_INSTANCE;
    }

    public boolean isOfThisProcess() {
        return isThisProcess(instance);
    }

    public static boolean isThisProcess(String instance) {
        return instance.equals(THIS_INSTANCE);
    }
}
