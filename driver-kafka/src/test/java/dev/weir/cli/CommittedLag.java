package dev.weir.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The consumer lag of all groups of a run, read from the brokers: the ends of the logs less the committed offsets. A
 * thread of its own reads it at intervals.
 */
final class CommittedLag implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 100;
    private static final long ANSWER_SECONDS = 10;

    private final Admin admin;
    private final String prefix;
    private final TreeMap<Long, Long> lagByMillis = new TreeMap<>();
    private final Thread thread = new Thread(this::follow, "committed-lag");
    private final CountDownLatch closing = new CountDownLatch(1);
    private Exception failure = new IllegalStateException("the brokers have not been asked yet");

    private CommittedLag(Admin admin, String prefix) {
        this.admin = admin;
        this.prefix = prefix;
    }

    /** @param prefix of the names of the run's groups */
    static CommittedLag follow(String bootstrapServers, String prefix) {
        var lag = new CommittedLag(Admin.create(Map.of("bootstrap.servers", bootstrapServers)), prefix);
        lag.thread.start();
        return lag;
    }

    /** The last that was known at a moment, in epoch milliseconds. */
    synchronized long at(long epochMillis) {
        return Optional.ofNullable(lagByMillis.floorEntry(epochMillis))
                .orElseThrow(() -> new AssertionError("no broker had told the lag by then", failure))
                .getValue();
    }

    synchronized long highest() {
        return lagByMillis.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    private void follow() {
        try {
            do {
                ask();
            } while (!closing.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask() throws InterruptedException {
        try {
            List<String> groups = admin.listGroups().all().get(ANSWER_SECONDS, TimeUnit.SECONDS).stream()
                    .map(GroupListing::groupId)
                    // The mark of a run reads nothing.
                    .filter(group -> group.startsWith(prefix) && !group.endsWith("-mark"))
                    .toList();
            Map<String, ListConsumerGroupOffsetsSpec> asked = new HashMap<>();
            groups.forEach(group -> asked.put(group, new ListConsumerGroupOffsetsSpec()));
            Map<String, Map<TopicPartition, OffsetAndMetadata>> committed =
                    admin.listConsumerGroupOffsets(asked).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            List<TopicPartition> partitions = committed.values().stream()
                    .flatMap(offsets -> offsets.keySet().stream())
                    .distinct()
                    .toList();
            long now = System.currentTimeMillis();
            Map<TopicPartition, Long> ends = admin
                    .listOffsets(
                            partitions.stream().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
                    .all()
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS)
                    .entrySet()
                    .stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, end -> end.getValue().offset()));
            long lag = committed.values().stream()
                    .flatMap(offsets -> offsets.entrySet().stream())
                    .mapToLong(offset -> ends.getOrDefault(offset.getKey(), 0L)
                            - offset.getValue().offset())
                    .sum();
            synchronized (this) {
                lagByMillis.put(now, lag);
            }
        } catch (ExecutionException | TimeoutException e) {
            // Topics and groups come and go; the next answer is a moment away.
            synchronized (this) {
                failure = e;
            }
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(4 * ANSWER_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        admin.close();
    }
}
