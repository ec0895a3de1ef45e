package dev.weir.plan;

import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.message.MessageSpec;

/**
 * What one worker does in a run.
 *
 * @param runTag identifies the run's messages
 * @param totalProducers producers of the run, on all workers: they share one schedule
 * @param audited whether each message is recorded, see {@link dev.weir.workload.Workload#audited}
 */
public record Assignment(
        int runTag,
        DriverConfig driver,
        ClientRoles clients,
        int totalProducers,
        MessageSpec messages,
        LoadPlan load,
        boolean audited,
        long seed) {
    /** Whether no producer sends: what is received is not the run's own. */
    public boolean consumesOnly() {
        return totalProducers == 0;
    }
}
