package dev.weir.cluster;

import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Settings in memory: {@code a} to {@code d} are 0 by default, {@code alias} is another name of {@code a}. */
final class FakeCluster implements ClusterSettings {
    final Map<String, String> given = new TreeMap<>(Map.of("b", "7"));
    int questions;
    int changes;
    boolean down;
    /** Looks at what there is before each change. */
    Runnable beforeChange = () -> {};

    @Override
    public String clusterId(Duration deadline) {
        answer();
        return "fake/cluster";
    }

    @Override
    public Map<String, ClusterSetting> read(Collection<String> names, Duration deadline) {
        answer();
        Map<String, ClusterSetting> read = new TreeMap<>();
        for (String name : names) {
            String own = own(name);
            if (!Set.of("a", "b", "c", "d").contains(own)) {
                throw new DriverException(name + " is not known");
            }
            read.put(name, new ClusterSetting(own, given.getOrDefault(own, "0"), !given.containsKey(own)));
        }
        return read;
    }

    @Override
    public void change(Map<String, String> values, Set<String> defaults, Duration deadline) {
        answer();
        changes++;
        beforeChange.run();
        // Not all at once: what is done before a refusal stays.
        values.forEach((name, value) -> {
            if (value.equals("bad")) {
                throw new DriverException(name + " must be good, got bad");
            }
            given.put(own(name), value);
        });
        defaults.forEach(name -> given.remove(own(name)));
    }

    private static String own(String name) {
        return name.equals("alias") ? "a" : name;
    }

    private void answer() {
        questions++;
        if (down) {
            throw new DriverException("no answer");
        }
    }
}
