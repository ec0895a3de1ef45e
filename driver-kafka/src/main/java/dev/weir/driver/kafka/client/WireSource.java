package dev.weir.driver.kafka.client;

import dev.weir.driver.kafka.wire.WireFetcher;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Receives messages with Weir's own client. Kafka's client is only the member of the group: its partitions are paused,
 * so that it fetches nothing, and it is polled often enough to take part in rebalances.
 */
final class WireSource implements MessageSource {
    private static final long MEMBER_POLL_NANOS = 20_000_000;
    private static final long FETCH_POLL_MILLIS = 20;

    private final KafkaConsumer<byte[], byte[]> member;
    private final AssignedPartitions assignment;
    private final WireFetcher fetcher;
    private final String topic;

    private long polledNanos = System.nanoTime() - MEMBER_POLL_NANOS;

    WireSource(KafkaConsumer<byte[], byte[]> member, AssignedPartitions assignment, WireFetcher fetcher, String topic) {
        this.member = member;
        this.assignment = assignment;
        this.fetcher = fetcher;
        this.topic = topic;
    }

    @Override
    public boolean poll() {
        if (System.nanoTime() - polledNanos >= MEMBER_POLL_NANOS) {
            pollMember();
        }
        boolean any = fetcher.poll(FETCH_POLL_MILLIS, !assignment.isPauseWanted());
        // Also without messages: control records take offsets, too.
        fetcher.positions().forEach(assignment::set);
        Set<Integer> outOfRange = fetcher.takeOutOfRange();
        if (!outOfRange.isEmpty()) {
            var partitions = outOfRange.stream().map(this::partition).toList();
            if (fetcher.resetsToEnd()) {
                member.seekToEnd(partitions);
            } else {
                member.seekToBeginning(partitions);
            }
            assignment.placeAgain(partitions);
        }
        return any;
    }

    private void pollMember() {
        // Without partitions there is nothing else to wait for.
        member.poll(assignment.isEmpty() ? POLL : Duration.ZERO);
        polledNanos = System.nanoTime();
        assignment.advance(Map.of());
        long[] positions = assignment.positions();
        for (int partition = 0; partition < positions.length; partition++) {
            if (positions[partition] >= 0 && !fetcher.has(partition)) {
                fetcher.add(partition, positions[partition]);
            }
        }
    }

    private TopicPartition partition(int number) {
        return new TopicPartition(topic, number);
    }

    /** Sets the member's positions to those after delivered messages, because the member commits its own. */
    @Override
    public void beforeCommit() {
        fetcher.positions().forEach((partition, offset) -> member.seek(partition(partition), offset));
    }

    @Override
    public void forget(int partition) {
        fetcher.remove(partition);
    }

    @Override
    public void wakeup() {
        member.wakeup();
        fetcher.wakeup();
    }

    @Override
    public long throttledNanos() {
        return fetcher.throttledNanos();
    }

    @Override
    public Map<String, Double> metrics() {
        return fetcher.metrics();
    }

    @Override
    public void close() {
        fetcher.close();
    }
}
