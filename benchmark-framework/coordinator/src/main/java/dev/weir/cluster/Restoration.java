package dev.weir.cluster;

import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Restores a cluster's settings, and verifies them. */
public final class Restoration {
    /** Limit of each request to the cluster. */
    public static final Duration READ_LIMIT = Duration.ofSeconds(15);

    /** Limit until each node has the change. */
    static final Duration CHANGE_LIMIT = Duration.ofSeconds(60);

    private Restoration() {}

    /**
     * Restores the settings in a journal, and then deletes it. The caller holds the journal's lock.
     *
     * @return the settings afterwards, by the cluster's names; empty if there was nothing to restore
     * @throws DriverException if one does not have its old value; the journal still exists then
     */
    public static Map<String, ClusterSetting> of(RestoreJournal journal, ClusterSettings settings) {
        var old = journal.read();
        if (old.isEmpty()) {
            return Map.of();
        }
        Map<String, ClusterSetting> after = restore(old.get().before(), settings);
        journal.delete();
        return after;
    }

    /**
     * Restores settings that no journal contains any more.
     *
     * @throws DriverException if one does not have its old value
     */
    static Map<String, ClusterSetting> restore(List<ClusterSetting> before, ClusterSettings settings) {
        List<String> names = before.stream().map(ClusterSetting::name).toList();
        Map<String, String> values = new TreeMap<>();
        Set<String> defaults = new TreeSet<>();
        for (ClusterSetting old : before) {
            // Also if it seems restored: the node that answers may lack the change.
            if (old.isDefault()) {
                defaults.add(old.name());
            } else {
                values.put(old.name(), old.value());
            }
        }
        settings.change(values, defaults, CHANGE_LIMIT);
        Map<String, ClusterSetting> after = settings.read(names, READ_LIMIT);
        List<String> wrong = new ArrayList<>();
        for (ClusterSetting old : before) {
            if (!isRestored(old, after)) {
                wrong.add(old.name() + " is "
                        + Objects.requireNonNull(after.get(old.name())).shown() + " and not " + old.shown());
            }
        }
        if (!wrong.isEmpty()) {
            throw new DriverException("after the restoration, " + String.join(", ", wrong));
        }
        return after;
    }

    /** Returns whether a setting is restored; a cluster's default may change over time. */
    private static boolean isRestored(ClusterSetting old, Map<String, ClusterSetting> now) {
        ClusterSetting found = Objects.requireNonNull(now.get(old.name()), old.name());
        return old.isDefault() ? found.isDefault() : found.equals(old);
    }
}
