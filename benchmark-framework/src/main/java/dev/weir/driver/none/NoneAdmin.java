package dev.weir.driver.none;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** Administers the topics in memory. Topics are created and deleted at once; the deadlines are never needed. */
record NoneAdmin(Topics topics, Faults faults) implements Admin {
    @Override
    public void createTopics(List<TopicSpec> specs, Duration deadline, IntConsumer progress) {
        List<String> created = new ArrayList<>();
        try {
            for (TopicSpec spec : specs) {
                topics.create(spec.name(), spec.partitions(), faults);
                created.add(spec.name());
                progress.accept(created.size());
            }
        } catch (DriverException e) {
            created.forEach(topics::delete);
            throw e;
        }
    }

    @Override
    public void deleteTopics(Collection<String> names, Duration deadline) {
        names.forEach(topics::delete);
    }

    @Override
    public List<String> topicsWithPrefix(String prefix, Duration deadline) {
        return topics.withPrefix(prefix);
    }

    @Override
    public RunMark mark(String name, String topic) {
        return topics.mark(name);
    }

    @Override
    public Map<String, String> mayBeUnderWay(Map<String, List<String>> runs, Duration deadline) {
        Map<String, String> reasons = new TreeMap<>();
        runs.keySet().stream().filter(topics::isMarked).forEach(mark -> reasons.put(mark, "its coordinator is active"));
        return reasons;
    }

    @Override
    public Map<String, List<LogRange>> logRanges(List<TopicSpec> specs, Duration deadline) {
        Map<String, List<LogRange>> ranges = new TreeMap<>();
        specs.forEach(spec -> ranges.put(
                spec.name(), topics.get(spec.name(), spec.partitions()).logRanges()));
        return ranges;
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> names, Duration deadline) {
        return topics.partitions(names);
    }

    @Override
    public Map<String, String> facts(Duration deadline) {
        return new TreeMap<>(Map.of("system", "none (in memory, inside the worker's process)"));
    }

    @Override
    public void close() {
        // There is nothing to release.
    }
}
