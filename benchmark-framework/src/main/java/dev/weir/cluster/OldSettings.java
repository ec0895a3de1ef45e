package dev.weir.cluster;

import dev.weir.driver.admin.ClusterSetting;
import java.util.List;

/**
 * Settings of a cluster before a run changed them, stored in a {@link RestoreJournal}.
 *
 * @param cluster id of the cluster
 * @param run run that has changed them
 * @param processId process of its coordinator
 * @param at time, ISO-8601
 * @param before the settings that it was about to change
 */
public record OldSettings(String cluster, String run, long processId, String at, List<ClusterSetting> before) {
    public OldSettings {
        before = List.copyOf(before);
    }

    /** Returns the run and process that changed them, for a message. */
    public String author() {
        return "run " + run + " of process " + processId + ", " + at;
    }
}
