package dev.weir.workload.file;

import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.DriverSection;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One of the different runs of a workload file.
 *
 * @param workload workload of the run, with a name of its own if there are others
 * @param changes changes by which it differs from the file, in their order: a field's path to its value on one line,
 *     without secrets; empty if there is none
 * @param driverChanges those of them that are the driver's
 * @param given fields as they were written, where the workload differs
 */
public record WorkloadPoint(
        Workload workload, Map<String, String> changes, DriverChanges driverChanges, GivenFields given) {
    public WorkloadPoint {
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
    }

    /** A run on a system: what both files request together, and the configuration that the driver receives. */
    public record OnSystem(Workload workload, DriverConfig driver) {}

    /** Returns the run on a system, by its name or file; empty if both files contradict each other. */
    public Optional<OnSystem> on(String system, DriverConfig config, Problems problems) {
        int before = problems.errorCount();
        Workload changed = workload;
        for (DriverSection section : DriverFields.SECTIONS) {
            String field = section.field().name();
            changed = section.on(config, changed, why -> problems.error(new Problem(system, 0, field, why)));
        }
        return problems.errorCount() > before
                ? Optional.empty()
                : Optional.of(new OnSystem(changed, DriverFile.forDriver(config)));
    }

    /**
     * Fields of a run as a person wrote them, where its effective files do not show that.
     *
     * @param throughputs rates that were written in bytes, by field, such as {@code producerRate} to {@code 100MiB/s}
     * @param set fields that options of the command line gave, by path, without secrets: {@code producerRate} to {@code
     *     20k}
     */
    public record GivenFields(Map<String, String> throughputs, Map<String, String> set) {
        /** The effective files show everything. */
        public static final GivenFields NONE = new GivenFields(Map.of(), Map.of());

        public GivenFields {
            set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
            throughputs = Collections.unmodifiableMap(new LinkedHashMap<>(throughputs));
        }
    }
}
