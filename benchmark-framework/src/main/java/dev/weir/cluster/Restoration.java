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

/** Puts a cluster's settings back, and makes sure of it. */
public final class Restoration {
    /** For each of its questions to the cluster. */
    static final Duration READ_LIMIT = Duration.ofSeconds(15);

    /** Until every node has what was changed. */
    static final Duration CHANGE_LIMIT = Duration.ofSeconds(60);

    private Restoration() {}

    /**
     * Puts back what a journal holds, and deletes it then. The journal's lock has to be held.
     *
     * @return the settings as they are afterwards, by the cluster's names; empty if there was nothing to put back
     * @throws DriverException if one is not what it was; the journal is still there then
     */
    public static Map<String, ClusterSetting> of(RestoreJournal journal, ClusterSettings settings) {
        var old = journal.read();
        if (old.isEmpty()) {
            return Map.of();
        }
        Map<String, ClusterSetting> after = putBack(old.get().before(), settings);
        journal.delete();
        return after;
    }

    /**
     * Puts back settings of which no journal tells any more.
     *
     * @throws DriverException if one is not what it was
     */
    static Map<String, ClusterSetting> putBack(List<ClusterSetting> before, ClusterSettings settings) {
        List<String> names = before.stream().map(ClusterSetting::name).toList();
        Map<String, String> values = new TreeMap<>();
        Set<String> defaults = new TreeSet<>();
        for (ClusterSetting old : before) {
            // Also where it looks as it was: the node that answers may only not have the change yet.
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
            if (!isBack(old, after)) {
                wrong.add(old.name() + " is "
                        + Objects.requireNonNull(after.get(old.name())).shown() + " and not " + old.shown());
            }
        }
        if (!wrong.isEmpty()) {
            throw new DriverException("after it was put back, " + String.join(", ", wrong));
        }
        return after;
    }

    /** What a cluster's default is need not be the same for ever. */
    private static boolean isBack(ClusterSetting old, Map<String, ClusterSetting> now) {
        ClusterSetting found = Objects.requireNonNull(now.get(old.name()), old.name());
        return old.isDefault() ? found.isDefault() : found.equals(old);
    }
}
