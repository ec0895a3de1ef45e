package dev.weir.plan;

import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.message.MessageSpec;
import java.util.List;
import java.util.Optional;

/**
 * What one worker does in a run.
 *
 * @param runTag identifies the run's messages
 * @param totalProducers producers of the run, on all workers: they share one schedule
 * @param audited whether each message is recorded, see {@link dev.weir.workload.Workload.RunSettings#audited}
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

    /** Returns the share of the run's load that this worker sends. */
    public double shareOfLoad() {
        return (double) clients.producers().size() / Math.max(1, totalProducers);
    }

    /**
     * How a load is applied, but for its rates, which the workers get when it starts.
     *
     * @param scheduled whether messages that are measured have an intended send time
     * @param messagesAtOnce how many messages of a producer are due at once, at least 1
     * @param committedOnly whether consumers read only committed messages
     * @param ofFeatures values of sections that workers need
     */
    public record LoadPlan(
            LoadShape shape, boolean scheduled, int messagesAtOnce, boolean committedOnly, List<LoadPart> ofFeatures) {
        public LoadPlan {
            ofFeatures = List.copyOf(ofFeatures);
        }

        static LoadPlan of(Workload workload) {
            Load load = workload.load();
            return new LoadPlan(
                    load.shape(),
                    load.isScheduled(),
                    workload.messagesAtOnce(),
                    workload.commits(),
                    workload.run().sections().values(LoadPart.class));
        }

        public <P extends LoadPart> Optional<P> ofFeature(Class<P> part) {
            return ofFeatures.stream().filter(part::isInstance).map(part::cast).findFirst();
        }
    }
}
