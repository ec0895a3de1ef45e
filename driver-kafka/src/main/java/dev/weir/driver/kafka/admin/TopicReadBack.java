package dev.weir.driver.kafka.admin;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.config.TopicPromises;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the properties of a topic with those that were requested for it. Redpanda and other systems accept the
 * creation of a topic with properties that they do not have, and ignore those. Used by one thread.
 */
record TopicReadBack(Admin admin, TopicPromises promises, AnswerDeadline deadline) {
    private static final Logger LOG = LoggerFactory.getLogger(TopicReadBack.class);

    /**
     * Checks a topic that exists. If the cluster does not describe it, for example to this user, that is logged: whether
     * it has the properties is unknown then.
     *
     * @param requested the properties with which it was created
     * @param system name and version of the system, for the message
     * @throws DriverException if a property is missing or has another value; names each, and the remedy
     */
    void check(String topic, Map<String, String> requested, Supplier<String> system) {
        if (requested.isEmpty()) {
            return;
        }
        Optional<Config> described = described(topic);
        if (described.isEmpty()) {
            return;
        }
        List<String> problems = new ArrayList<>();
        new TreeMap<>(requested)
                .forEach((name, value) ->
                        problem(topic, name, value.strip(), described.get()).ifPresent(problems::add));
        if (!problems.isEmpty()) {
            throw new DriverException("topic " + topic + " on " + system.get() + " is not as it was requested: "
                    + String.join("; ", problems));
        }
    }

    private Optional<String> problem(String topic, String name, String value, Config described) {
        ConfigEntry entry = described.get(name);
        if (entry == null) {
            Optional<String> without = promises.without(name, replicas(topic));
            return without.isPresent() && isSame(value, without.get())
                    ? Optional.empty()
                    : Optional.of(name + "=" + value + " was requested, and the topic has no " + name
                            + ", because the cluster ignores it. " + promises.remedy(name));
        }
        if (entry.isSensitive()) {
            LOG.warn("the cluster hides {} of {}, so it is unknown whether it is {}", name, topic, value);
            return Optional.empty();
        }
        String actual = entry.value();
        if (actual != null && isSame(value, actual)) {
            return Optional.empty();
        }
        return Optional.of(name + "=" + value + " was requested, and the topic has "
                + (actual == null ? "no value of " + name : name + "=" + actual)
                + ". Request a value that the cluster applies");
    }

    /** Returns the number of replicas of a topic; 0 if it is unknown. */
    private int replicas(String topic) {
        try {
            return new ClusterFacts(admin, deadline).replicas(List.of(topic)).getOrDefault(topic, 0);
        } catch (ExecutionException e) {
            LOG.debug("the replicas of {} are unknown", topic, e);
            return 0;
        }
    }

    /** Returns the properties of a topic; empty if the cluster does not describe them. */
    private Optional<Config> described(String topic) {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        while (true) {
            try {
                var answer = deadline.configs(admin, List.of(resource)).values().get(resource);
                Config config = deadline.await("read the properties of " + topic, Objects.requireNonNull(answer));
                if (config.entries().isEmpty()) {
                    LOG.warn(
                            "the cluster describes no property of {}, so it is unknown whether it has those that"
                                    + " were requested",
                            topic);
                    return Optional.empty();
                }
                return Optional.of(config);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    LOG.warn(
                            "it is unknown whether {} has the properties that were requested: {}",
                            topic,
                            FailureRemedy.text(e));
                    return Optional.empty();
                }
                // Another broker than the one that created the topic, which learns of it later.
                deadline.pause("topic " + topic + " is not known to all brokers");
            }
        }
    }

    /**
     * Returns whether two values are the same. Systems normalize values: {@code true} for {@code TRUE}, {@code 0.5} for
     * {@code 0.50}, and lists without spaces or in another order.
     */
    static boolean isSame(String requested, String actual) {
        String one = plain(requested);
        String other = plain(actual);
        return one.equals(other) || isSameNumber(one, other) || elements(one).equals(elements(other));
    }

    private static String plain(String value) {
        return value.replaceAll("\\s", "").toLowerCase(Locale.ROOT);
    }

    private static boolean isSameNumber(String one, String other) {
        try {
            return new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static TreeSet<String> elements(String list) {
        return Stream.of(list.split(",", -1))
                .filter(element -> !element.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
