package dev.weir.measure;

import java.util.List;

/**
 * Gaps that the clients of one worker had since its last snapshot.
 *
 * @param topic their topic; {@link #ALL} for messages of all topics together
 * @param subscription number of the subscription among those of the topic whose consumers received nothing; {@link
 *     #PUBLISHING} if producers got no acknowledgement
 */
public record TopicGaps(String topic, int subscription, List<Gap> gaps) {
    /** Stands for all topics. */
    public static final String ALL = "";

    /** Stands for producers. */
    public static final int PUBLISHING = -1;

    public TopicGaps {
        gaps = List.copyOf(gaps);
    }
}
