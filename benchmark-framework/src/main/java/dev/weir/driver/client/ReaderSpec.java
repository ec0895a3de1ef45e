package dev.weir.driver.client;

import java.util.List;
import java.util.Optional;

/**
 * A reader to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic what it reads
 * @param group that knows its positions, and gives it its partitions unless it has some of its own; empty: it reads from
 *     wherever it is told to
 * @param partitions its own, which no other member of its group has; empty: what its group gives it
 * @param committedOnly whether it sees nothing of transactions that are not committed
 */
public record ReaderSpec(
        String clientId, String topic, Optional<String> group, List<Integer> partitions, boolean committedOnly) {
    public ReaderSpec {
        partitions = List.copyOf(partitions);
        if (group.isEmpty() && partitions.isEmpty()) {
            throw new IllegalArgumentException("a reader has a group or partitions, got neither");
        }
    }
}
