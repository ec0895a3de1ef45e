package dev.weir.cluster;

import dev.weir.driver.admin.ClusterSetting;
import java.util.List;

/**
 * What a cluster's settings were before a run changed them: what {@link RestoreJournal} keeps.
 *
 * @param cluster which one
 * @param run that has changed them
 * @param processId of its coordinator
 * @param at when, ISO-8601
 * @param before the settings that it was about to change
 */
public record OldSettings(String cluster, String run, long processId, String at, List<ClusterSetting> before) {
    public OldSettings {
        before = List.copyOf(before);
    }

    /** Who has changed them, for a message. */
    public String author() {
        return "run " + run + " of process " + processId + ", " + at;
    }
}
