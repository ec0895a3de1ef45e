package dev.weir.workload.file;

import dev.weir.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of the different runs that a workload file asks for.
 *
 * @param workload as it runs, under a name of its own if there are others
 * @param changes by which it differs from the file, in their order: a field's path to its value on one line, without
 *     secrets; empty: it is what the file says
 * @param driverChanges those of them that are the driver's
 * @param given what its file says in other words than the workload
 */
public record WorkloadPoint(
        Workload workload, Map<String, String> changes, DriverChanges driverChanges, GivenFields given) {
    public WorkloadPoint {
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
    }
}
