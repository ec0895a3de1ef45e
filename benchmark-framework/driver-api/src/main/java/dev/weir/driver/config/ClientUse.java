package dev.weir.driver.config;

import java.util.Map;
import java.util.Optional;

/**
 * How a workload uses the clients of a {@link DriverConfig}, as far as their properties may not allow it.
 *
 * @param largestMessage the largest message that producers send; empty if they send none
 * @param createsTopics whether topics are created for the run
 * @param transactional whether messages are sent in transactions
 * @param membersPerGroup number of consumers that are in one group at the same time
 */
public record ClientUse(
        Optional<MessageBytes> largestMessage, boolean createsTopics, boolean transactional, int membersPerGroup) {

    /**
     * Sizes of the parts of a message.
     *
     * @param key bytes of the key; -1 if it has none
     * @param value bytes of the payload
     * @param headers bytes of the value of each header, by its name
     */
    public record MessageBytes(int key, int value, Map<String, Integer> headers) {
        public MessageBytes {
            headers = Map.copyOf(headers);
        }
    }
}
