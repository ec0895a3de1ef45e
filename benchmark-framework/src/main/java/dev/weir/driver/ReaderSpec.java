package dev.weir.driver;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A reader to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic what it reads
 * @param group that gives it its partitions and knows its positions; empty: it reads {@code partitions}, from wherever it
 *     is told to
 * @param partitions it reads if it has no group
 * @param committedOnly whether it sees nothing of transactions that are not committed
 */
public record ReaderSpec(
        String clientId, String topic, Optional<String> group, List<Integer> partitions, boolean committedOnly) {
    public ReaderSpec {
        Objects.requireNonNull(clientId);
        Objects.requireNonNull(topic);
        Objects.requireNonNull(group);
        partitions = List.copyOf(partitions);
        if (group.isPresent() != partitions.isEmpty()) {
            throw new IllegalArgumentException(
                    "a reader has either a group or partitions, got " + group + " and " + partitions);
        }
    }
}
