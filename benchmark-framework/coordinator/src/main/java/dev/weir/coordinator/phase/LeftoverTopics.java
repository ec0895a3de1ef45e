package dev.weir.coordinator.phase;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.exception.DriverException;
import dev.weir.plan.RunPlan;
import dev.weir.workload.text.ShortList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Topics of earlier runs ({@code reset: true}) after their deletion. A name is no proof of ownership, and another run may
 * be under way on the same cluster: topics stay unless their run is known to have ended.
 *
 * @param deleted number of deleted topics
 * @param left topics that were left, with the reason, for a person; topics of one run together
 */
record LeftoverTopics(int deleted, List<String> left) {
    private static final int MAX_TOPICS_SHOWN = 3;

    /**
     * @param prefix of the names of topics that runs create
     * @param used existing topics that the run uses, which stay
     */
    static LeftoverTopics delete(Admin admin, String prefix, Collection<String> used, Duration limit) {
        Map<String, List<String>> runs = new TreeMap<>();
        List<String> foreign = new ArrayList<>();
        for (String topic : admin.topicsWithPrefix(prefix, limit)) {
            if (!used.contains(topic)) {
                Optional<String> run = RunPlan.runOf(prefix, topic);
                run.ifPresentOrElse(
                        id -> runs.computeIfAbsent(RunPlan.mark(prefix, id), mark -> new ArrayList<>())
                                .add(topic),
                        () -> foreign.add(topic));
            }
        }
        List<String> left = new ArrayList<>();
        if (!foreign.isEmpty()) {
            left.add(ShortList.of(foreign, MAX_TOPICS_SHOWN) + ": the name is not that of a run's topic");
        }
        Map<String, String> underWay = runs.isEmpty() ? Map.of() : admin.mayBeUnderWay(runs, limit);
        int deleted = 0;
        for (Map.Entry<String, List<String>> run : runs.entrySet()) {
            List<String> topics = run.getValue();
            String reason = underWay.get(run.getKey());
            if (reason == null) {
                try {
                    admin.deleteTopics(topics, limit);
                    deleted += topics.size();
                } catch (DriverException e) {
                    left.add(ShortList.of(topics, MAX_TOPICS_SHOWN) + ": " + e.getMessage());
                }
            } else {
                left.add(ShortList.of(topics, MAX_TOPICS_SHOWN) + ": " + reason);
            }
        }
        return new LeftoverTopics(deleted, List.copyOf(left));
    }
}
