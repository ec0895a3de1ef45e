package dev.weir.coordinator.system;

import dev.weir.driver.admin.LogRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Notices when a system has begun to delete from the logs of a run. Used by the coordinator's thread. */
public final class RetentionOnset {
    private final Map<String, List<LogRange>> first = new HashMap<>();
    private int partitions;
    private int moved;

    /** Takes a reading in; those before the load are where logs begin. */
    public void add(LogWatch.Reading reading) {
        partitions = 0;
        moved = 0;
        reading.ranges().forEach((topic, ranges) -> {
            List<LogRange> begun = first.computeIfAbsent(topic, absent -> new ArrayList<>(ranges));
            for (int partition = 0; partition < ranges.size(); partition++) {
                partitions++;
                moved += ranges.get(partition).startOffset()
                                > begun.get(partition).startOffset()
                        ? 1
                        : 0;
            }
        });
    }

    /** Whether something was deleted from a partition. */
    public boolean hasBegun() {
        return moved > 0;
    }

    /** Whether something was deleted from each. */
    public boolean isEverywhere() {
        return partitions > 0 && moved == partitions;
    }

    /** For a person. */
    public String explain() {
        return "retention had deleted from " + moved + " of " + partitions + " partitions";
    }
}
