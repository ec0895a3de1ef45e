package dev.weir.workload.file;

import dev.weir.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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
}
