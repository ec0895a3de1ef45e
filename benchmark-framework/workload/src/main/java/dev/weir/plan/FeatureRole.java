package dev.weir.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;

/**
 * What one client of a feature does in a run. In an assignment, it goes by the name under which the feature registers its
 * record; no other class can be named.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface FeatureRole {
    /** Returns the group in which a {@link dev.weir.workload.section.Section#relays relay} reads; empty for other clients. */
    default Optional<String> relayGroup() {
        return Optional.empty();
    }
}
