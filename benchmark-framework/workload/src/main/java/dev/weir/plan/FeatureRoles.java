package dev.weir.plan;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.workload.Workload;
import java.util.List;

/** Plans the clients of a feature, which are spread over all workers. It is a seat. */
public interface FeatureRoles {
    /** Returns the clients of a run, if it has some. Each name that they leave in the system begins with the run. */
    List<? extends FeatureRole> roles(Workload workload, List<TopicSpec> topics, String run);
}
