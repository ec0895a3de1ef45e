package dev.weir.driver.client;

import java.util.List;
import java.util.Optional;

/**
 * A reader to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic topic that it reads
 * @param group group that stores its positions, and assigns its partitions unless it has some of its own; empty: the
 *     caller sets its positions
 * @param partitions its own partitions, which no other member of its group has; empty: its group assigns them
 * @param committedOnly whether it reads only messages of committed transactions
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
