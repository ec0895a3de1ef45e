package dev.weir.driver.omb;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/**
 * Creates topics, which is all that drivers of OMB administer. They leave their topics in the system.
 *
 * @param names gives the name under which the system has a topic
 */
record OmbAdmin(BenchmarkDriver driver, Path jar, UnaryOperator<String> names) implements Admin {
    @Override
    public void createTopics(List<TopicSpec> topics, Duration deadline, IntConsumer progress) {
        List<TopicInfo> infos = topics.stream()
                .map(topic -> new TopicInfo(names.apply(topic.name()), topic.partitions()))
                .toList();
        Results.await("create the topics of the run", deadline, () -> driver.createTopics(infos));
    }

    /** Does nothing: a driver of OMB cannot delete topics. */
    @Override
    public void deleteTopics(Collection<String> topics, Duration deadline) {}

    /** None: a driver of OMB cannot list topics. */
    @Override
    public List<String> topicsWithPrefix(String prefix, Duration deadline) {
        return List.of();
    }

    @Override
    public Map<String, String> facts(Duration deadline) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("client", "via OMB driver " + driver.getClass().getName());
        facts.put("omb.jar", String.valueOf(jar.getFileName()));
        facts.put("topics.deleted", "no: drivers of OMB cannot delete topics");
        return facts;
    }

    @Override
    public void close() {}
}
