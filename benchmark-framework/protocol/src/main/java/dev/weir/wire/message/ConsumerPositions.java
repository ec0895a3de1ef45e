package dev.weir.wire.message;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Positions of one consumer.
 *
 * @param subscription number of its subscription among those of its topic
 * @param offsets offset of the next message, by partition, for assigned partitions whose position is known
 */
public record ConsumerPositions(String topic, int subscription, Map<Integer, Long> offsets) {
    public ConsumerPositions {
        offsets = Collections.unmodifiableMap(new TreeMap<>(offsets));
    }
}
