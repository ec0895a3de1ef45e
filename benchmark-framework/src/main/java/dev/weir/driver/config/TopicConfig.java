package dev.weir.driver.config;

import java.util.Map;

/**
 * How the topics of a run are created.
 *
 * @param replicationFactor replicas of each topic that is created, in [1, 32767]
 * @param reset before the first run, delete topics of earlier runs that are known to have ended
 * @param properties of created topics
 */
public record TopicConfig(int replicationFactor, boolean reset, Map<String, String> properties) {
    public TopicConfig {
        if (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE) {
            throw new IllegalArgumentException("replicationFactor must be in [1, 32767], got " + replicationFactor);
        }
        properties = ClientConfig.sorted(properties);
    }
}
