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
 * Deletes topics of earlier runs ({@code reset: true}). A name is no proof of ownership, and another run may be under way
 * on the same cluster: topics stay unless their run is known to have ended.
 */
final class LeftoverTopics {
    private static final int MAX_TOPICS_SHOWN = 3;

    private final Admin admin;
    private final String prefix;
    private final Collection<String> used;
    private final Duration limit;
    private final List<String> left = new ArrayList<>();
    private int deleted;

    /**
     * @param prefix of the names of topics that runs create
     * @param used existing topics that the run uses, which stay
     */
    LeftoverTopics(Admin admin, String prefix, Collection<String> used, Duration limit) {
        this.admin = admin;
        this.prefix = prefix;
        this.used = used;
        this.limit = limit;
    }

    void delete() {
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
        if (!foreign.isEmpty()) {
            left.add(ShortList.of(foreign, MAX_TOPICS_SHOWN) + ": the name is not that of a run's topic");
        }
        if (runs.isEmpty()) {
            return;
        }
        Map<String, String> underWay = admin.mayBeUnderWay(runs, limit);
        runs.forEach((mark, topics) -> {
            String reason = underWay.get(mark);
            if (reason == null) {
                delete(topics);
            } else {
                left.add(ShortList.of(topics, MAX_TOPICS_SHOWN) + ": " + reason);
            }
        });
    }

    private void delete(List<String> topics) {
        try {
            admin.deleteTopics(topics, limit);
            deleted += topics.size();
        } catch (DriverException e) {
            left.add(ShortList.of(topics, MAX_TOPICS_SHOWN) + ": " + e.getMessage());
        }
    }

    int deleted() {
        return deleted;
    }

    /** Returns the topics that were left, with the reason, for a person; topics of one run together. */
    List<String> left() {
        return List.copyOf(left);
    }
}
