package dev.weir.plan;

import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import java.util.List;

/** Plans what happens to consumers while the load runs. It is a seat. */
public interface ConsumerSteps {
    /** Returns the steps of a run by time, if it has some, and adds consumers that join to those of the run. */
    List<ConsumerStep> steps(Workload workload, List<ConsumerRole> consumers);

    /** Returns how many consumers join each group of a subscription. */
    int joining(Workload workload, Subscription subscription);
}
