package dev.weir.wire.message;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far one consumer is.
 *
 * @param subscription the number of its subscription among those of its topic
 * @param offsets of the next message by partition, of those that it is assigned and has a position of
 */
public record ConsumerPositions(String topic, int subscription, Map<Integer, Long> offsets) {
    public ConsumerPositions {
        offsets = Collections.unmodifiableMap(new TreeMap<>(offsets));
    }
}
