package dev.weir.driver;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** An administration of a system without topics, for tests that override what they are about. */
public class EmptyAdmin implements Admin {
    @Override
    public void createTopics(List<TopicSpec> topics, Duration deadline, IntConsumer progress) {}

    @Override
    public void deleteTopics(Collection<String> topics, Duration deadline) {}

    @Override
    public List<String> topicsWithPrefix(String prefix, Duration deadline) {
        return List.of();
    }

    @Override
    public Map<String, String> facts(Duration deadline) {
        return Map.of();
    }

    @Override
    public void close() {}
}
