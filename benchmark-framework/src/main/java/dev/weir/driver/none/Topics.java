package dev.weir.driver.none;

import dev.weir.driver.admin.RunMark;
import dev.weir.driver.exception.DriverException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Topics of this JVM, through which several workers in one process are connected. Shared by all drivers; topics are
 * removed when they are deleted, and all of them when the last driver is closed. Any thread.
 */
final class Topics {
    static final Topics OF_THIS_PROCESS = new Topics();

    private final Map<String, Topic> byName = new TreeMap<>();
    private final Map<String, NoneTransactionalProducer> byTransactionalId = new HashMap<>();
    private final Set<String> marks = new HashSet<>();
    private int drivers;

    private Topics() {}

    synchronized void driverOpened() {
        drivers++;
    }

    synchronized void driverClosed() {
        if (--drivers == 0) {
            byName.values().forEach(Topic::close);
            byName.clear();
        }
    }

    synchronized void create(String name, int partitions, Faults faults) {
        if (byName.containsKey(name)) {
            throw new DriverException("topic " + name + " exists already");
        }
        byName.put(name, new Topic(name, partitions, faults));
    }

    synchronized void delete(String name) {
        Optional.ofNullable(byName.remove(name)).ifPresent(Topic::close);
    }

    synchronized RunMark mark(String name) {
        marks.add(name);
        return () -> unmark(name);
    }

    private synchronized void unmark(String name) {
        marks.remove(name);
    }

    synchronized boolean isMarked(String name) {
        return marks.contains(name);
    }

    synchronized Topic get(String name, int partitions) {
        Topic topic = get(name);
        if (topic.partitions() != partitions) {
            throw new DriverException(
                    "topic " + name + " has " + topic.partitions() + " partitions, expected " + partitions);
        }
        return topic;
    }

    synchronized Topic get(String name) {
        Topic topic = byName.get(name);
        if (topic == null) {
            throw new DriverException("there is no topic " + name);
        }
        return topic;
    }

    /** Returns the previous producer with the id, which is to be fenced; null if there is none. */
    synchronized @Nullable NoneTransactionalProducer takeTransactionalId(
            String transactionalId, NoneTransactionalProducer producer) {
        return byTransactionalId.put(transactionalId, producer);
    }

    synchronized boolean hasTransactionalId(String transactionalId, NoneTransactionalProducer producer) {
        return byTransactionalId.get(transactionalId) == producer;
    }

    synchronized void returnTransactionalId(String transactionalId, NoneTransactionalProducer producer) {
        byTransactionalId.remove(transactionalId, producer);
    }

    synchronized Map<String, Integer> partitions(Collection<String> names) {
        Map<String, Integer> partitions = new TreeMap<>();
        byName.forEach((name, topic) -> {
            if (names.contains(name)) {
                partitions.put(name, topic.partitions());
            }
        });
        return partitions;
    }

    synchronized List<String> withPrefix(String prefix) {
        var names = new ArrayList<>(byName.keySet());
        names.removeIf(name -> !name.startsWith(prefix));
        return names;
    }
}
