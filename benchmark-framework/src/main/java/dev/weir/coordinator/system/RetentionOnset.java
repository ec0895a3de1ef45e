package dev.weir.coordinator.system;

import dev.weir.driver.admin.LogRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Detects when the system has begun to delete from the logs of a run. Used by the coordinator's thread. */
public final class RetentionOnset {
    private final Map<String, List<LogRange>> first = new HashMap<>();
    private int partitions;
    private int moved;

    /** Adds a reading; readings before the load show where the logs begin. */
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

    /** Returns whether messages were deleted from a partition. */
    public boolean hasBegun() {
        return moved > 0;
    }

    /** Returns whether messages were deleted from each partition. */
    public boolean isEverywhere() {
        return partitions > 0 && moved == partitions;
    }

    /** Describes the progress of retention, for a person. */
    public String explain() {
        return "retention had deleted from " + moved + " of " + partitions + " partitions";
    }
}
