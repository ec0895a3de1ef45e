package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.ReceiveListener;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;

/**
 * Fetches the messages of some partitions of one topic, and hands them to a listener without an object for each. While it
 * hands over what a broker answered, the next request to that broker is under way. One thread, except {@link #wakeup} and
 * {@link #metrics}.
 */
public final class WireFetcher implements AutoCloseable {
    /** The last version in which topics have names. */
    private static final short VERSION = 12;

    private static final long BACK_OFF_NANOS = 100_000_000;

    private final String topic;
    private final ReceiveListener listener;
    private final int waitMillis;
    private final int leastBytes;
    private final int mostBytes;
    private final int mostPartitionBytes;
    private final boolean resetsToEnd;
    private final BrokerLinks links;
    private final RecordReader reader;
    private final FetchCounters counters = new FetchCounters();
    private final AnswerMemory memory = new AnswerMemory();
    private final Map<Integer, Place> places = new LinkedHashMap<>();
    private final Set<Node> asked = new HashSet<>();
    private final Set<Integer> outOfRange = new HashSet<>();
    private List<Fetched> fetched = new ArrayList<>();

    /**
     * Creates a fetcher, which has no connections yet.
     *
     * @throws org.apache.kafka.common.KafkaException if the configuration cannot be used
     */
    public WireFetcher(ConsumerConfig config, String topic, ReceiveListener listener) {
        this.topic = topic;
        this.listener = listener;
        this.waitMillis = config.getInt(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG);
        this.leastBytes = config.getInt(ConsumerConfig.FETCH_MIN_BYTES_CONFIG);
        this.mostBytes = config.getInt(ConsumerConfig.FETCH_MAX_BYTES_CONFIG);
        this.mostPartitionBytes = config.getInt(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG);
        this.resetsToEnd =
                config.getString(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG).equals("latest");
        this.reader = new RecordReader(config.getBoolean(ConsumerConfig.CHECK_CRCS_CONFIG));
        this.links = new BrokerLinks(config, topic, 1, memory);
    }

    public boolean has(int partition) {
        return places.containsKey(partition);
    }

    public void add(int partition, long offset) {
        places.put(partition, new Place(partition, offset));
    }

    public void remove(int partition) {
        places.remove(partition);
        outOfRange.remove(partition);
    }

    /** Returns the offset of the next message of each partition that {@link #poll} will hand over. */
    public Map<Integer, Long> positions() {
        Map<Integer, Long> positions = new HashMap<>();
        places.forEach((partition, place) -> positions.put(partition, place.offset));
        return positions;
    }

    /** Returns partitions whose offsets the cluster does not have. They are no longer fetched. */
    public Set<Integer> takeOutOfRange() {
        var taken = Set.copyOf(outOfRange);
        outOfRange.clear();
        return taken;
    }

    /**
     * Waits for messages, at most for this time, and hands over the messages that came.
     *
     * @param delivers if false, no message is handed over, and nothing more is asked for
     * @return whether there were messages
     * @throws org.apache.kafka.common.KafkaException if fetching cannot go on
     */
    public boolean poll(long millis, boolean delivers) {
        if (delivers) {
            ask();
        }
        exchange(millis);
        if (fetched.isEmpty() || !delivers) {
            return false;
        }
        ask();
        exchange(0);
        List<Fetched> ready = fetched;
        fetched = new ArrayList<>();
        // A partition may have been given away since, and may have come back elsewhere.
        ready.removeIf(each -> !each.place().equals(places.get(each.place().partition)));
        boolean any = deliver(ready);
        ready.forEach(each -> memory.release(each.records()));
        return any;
    }

    private void exchange(long millis) {
        links.poll(millis);
        links.refusal().ifPresent(refusal -> {
            throw refusal;
        });
    }

    /** Returns whether an offset that the cluster no longer has is replaced by the end; if not, by the beginning. */
    public boolean resetsToEnd() {
        return resetsToEnd;
    }

    private boolean deliver(List<Fetched> ready) {
        int count = 0;
        for (Fetched each : ready) {
            count += reader.count(each.records(), each.from());
        }
        if (count > 0) {
            listener.batch(count);
        }
        for (Fetched each : ready) {
            Place place = each.place();
            // Unless a batch before it was damaged.
            if (each.from() == place.offset) {
                int end = reader.deliver(each.records(), each.from(), place.partition, listener);
                if (end == each.records().limit()) {
                    place.offset = each.next();
                } else {
                    damaged(each, end);
                }
            }
        }
        counters.messages(count);
        return count > 0;
    }

    /** Asks again for a batch that may have been damaged on its way, and passes over it when the next one is known. */
    private void damaged(Fetched batches, int at) {
        Place place = batches.place();
        long from = Math.max(batches.from(), batches.records().getLong(at));
        boolean again = place.damaged == from;
        // No checksum covers the offset of the next batch: what was handed over must not come again.
        long next = again
                ? Math.max(from, RecordReader.offsetAfter(batches.records(), at).orElse(from))
                : from;
        String leftOut = next > from ? ": the messages up to offset " + (next - 1) + " are left out" : "";
        String message = "the checksum of the batch at offset " + from + " of partition " + place.partition + " of "
                + topic + " is wrong" + (again ? " again" : "") + leftOut;
        listener.failed(new CorruptRecordException(message), false);
        place.damaged = from;
        place.offset = next;
        place.nextFetch = next;
        place.waitAWhile();
    }

    /** Asks each broker without an unanswered request for the messages of the partitions that it leads. */
    private void ask() {
        long now = System.nanoTime();
        long nowMillis = links.now();
        Map<Node, List<Place>> requests = new HashMap<>();
        for (Place place : places.values()) {
            if (now - place.notBeforeNanos < 0) {
                continue;
            }
            Node leader = links.leader(place.partition).orElse(null);
            if (leader != null && !asked.contains(leader) && links.isReady(leader, nowMillis)) {
                requests.computeIfAbsent(leader, node -> new ArrayList<>()).add(place);
            }
        }
        requests.forEach(this::ask);
    }

    private void ask(Node broker, List<Place> wanted) {
        Map<TopicPartition, FetchRequest.PartitionData> partitions = new LinkedHashMap<>();
        Map<Integer, Long> from = new HashMap<>();
        for (Place place : wanted) {
            var data = new FetchRequest.PartitionData(
                    Uuid.ZERO_UUID, place.nextFetch, -1, mostPartitionBytes, Optional.empty());
            partitions.put(new TopicPartition(topic, place.partition), data);
            from.put(place.partition, place.nextFetch);
        }
        asked.add(broker);
        long begin = System.nanoTime();
        var request = FetchRequest.Builder.forConsumer(VERSION, waitMillis, leastBytes, partitions);
        links.send(broker, request.setMaxBytes(mostBytes), true, answer -> {
            asked.remove(broker);
            answered(wanted, from, System.nanoTime() - begin, answer);
        });
    }

    private void answered(List<Place> wanted, Map<Integer, Long> from, long nanos, ClientResponse answer) {
        RuntimeException failure = BrokerLinks.failure(answer);
        if (failure != null) {
            wanted.forEach(Place::waitAWhile);
            links.askForLeaders();
            if (!(failure instanceof RetriableException)) {
                throw failure;
            }
            return;
        }
        FetchResponseData data = ((FetchResponse) answer.responseBody()).data();
        int bytes = 0;
        for (FetchResponseData.FetchableTopicResponse each : data.responses()) {
            for (FetchResponseData.PartitionData partition : each.partitions()) {
                Place place = places.get(partition.partitionIndex());
                Long offset = from.get(partition.partitionIndex());
                // It may have been given away since, and may have come back elsewhere.
                if (place != null && offset != null && place.nextFetch == offset) {
                    bytes += take(place, partition);
                }
            }
        }
        counters.response(nanos, bytes);
    }

    /** Takes the answer for a partition. Returns its size in bytes. */
    private int take(Place place, FetchResponseData.PartitionData partition) {
        Errors error = Errors.forCode(partition.errorCode());
        if (error == Errors.OFFSET_OUT_OF_RANGE && place.offset < place.nextFetch) {
            // What was fetched before is handed over first.
            place.waitAWhile();
        } else if (error == Errors.OFFSET_OUT_OF_RANGE) {
            places.remove(place.partition);
            outOfRange.add(place.partition);
        } else if (error != Errors.NONE) {
            place.waitAWhile();
            links.askForLeaders();
            check(error, place);
        } else if (partition.records() instanceof MemoryRecords records && records.sizeInBytes() > 0) {
            ByteBuffer batches = records.buffer();
            long next = RecordReader.nextOffset(batches, place.nextFetch);
            if (next <= place.nextFetch) {
                throw new KafkaException("the broker's answer has no whole batch for offset " + place.nextFetch
                        + " of partition " + place.partition + " of " + topic);
            }
            fetched.add(new Fetched(place, batches, place.nextFetch, next));
            place.nextFetch = next;
            // A broker answers in the order of the request as long as its answer has room: all get their turn.
            places.remove(place.partition);
            places.put(place.partition, place);
            return batches.remaining();
        }
        return 0;
    }

    /** Throws errors that do not pass by waiting. */
    private void check(Errors error, Place place) {
        if (error == Errors.CORRUPT_MESSAGE) {
            throw new KafkaException("the broker found a damaged batch at offset " + place.nextFetch + " of partition "
                    + place.partition + " of " + topic);
        }
        if (!(error.exception() instanceof RetriableException) && error != Errors.UNKNOWN_SERVER_ERROR) {
            throw error.exception();
        }
    }

    /** Ends a {@link #poll} early. Any thread. */
    public void wakeup() {
        links.wakeup();
    }

    /** Returns the time for which brokers have delayed the client so far. Any thread. */
    public long throttledNanos() {
        return links.throttle().nanos();
    }

    /** Returns the figures from first to last, by the names of Kafka's own client. Any thread. */
    public Map<String, Double> metrics() {
        Map<String, Double> metrics = counters.metrics();
        metrics.putAll(links.throttle().metrics("fetch"));
        return metrics;
    }

    @Override
    public void close() {
        links.close();
        reader.close();
    }

    private static final class Place {
        private final int partition;
        /** Offset after the last message that was asked for. */
        private long nextFetch;
        /** Offset after the last message that was handed over. */
        private long offset;
        /** First offset of a batch whose checksum was wrong; -1 if there is none. */
        private long damaged = -1;

        private long notBeforeNanos = System.nanoTime();

        Place(int partition, long offset) {
            this.partition = partition;
            this.nextFetch = offset;
            this.offset = offset;
        }

        void waitAWhile() {
            notBeforeNanos = System.nanoTime() + BACK_OFF_NANOS;
        }
    }

    private record Fetched(Place place, ByteBuffer records, long from, long next) {}

    /** Counts how much a consumer gets with each request, by the names of Kafka's own client. Any thread. */
    private static final class FetchCounters {
        private long responses;
        private long nanos;
        private long bytes;
        private long messages;

        synchronized void response(long took, int size) {
            responses++;
            nanos += took;
            bytes += size;
        }

        synchronized void messages(int count) {
            messages += count;
        }

        synchronized Map<String, Double> metrics() {
            var metrics = new TreeMap<String, Double>();
            if (responses > 0) {
                double count = responses;
                metrics.put("fetch-total", count);
                metrics.put("fetch-latency-avg", nanos / count / 1e6);
                metrics.put("fetch-size-avg", bytes / count);
                metrics.put("records-per-request-avg", messages / count);
            }
            return metrics;
        }
    }

    /**
     * The memory that answers of brokers are read into, which {@link #release} lets be used again: new memory of 1 MiB for each
     * answer would have to be cleared and collected, and no processor's cache would hold it. One thread.
     */
    static final class AnswerMemory implements MemoryPool {
        /** Smaller answers get new memory. After such an answer, no memory is kept: large answers have ended. */
        private static final int MIN_BYTES = 64 << 10;

        private final Deque<byte[]> free = new ArrayDeque<>();

        /** Returns memory for an answer. It is never null, which would mean that there is none. */
        @Override
        public ByteBuffer tryAllocate(int size) {
            if (size < MIN_BYTES) {
                free.clear();
                return ByteBuffer.allocate(size);
            }
            byte[] block = free.poll();
            if (block == null || block.length < size) {
                block = new byte[(size / MIN_BYTES + 1) * MIN_BYTES];
            }
            return ByteBuffer.wrap(block, 0, size);
        }

        /** Takes back an answer that was used, or a part of it. May be called for several parts of the same answer. */
        @Override
        @SuppressWarnings("ByteBufferBackingArray") // Which array it is matters, and not what part of it.
        public void release(ByteBuffer answer) {
            byte[] block = answer.array();
            if (block.length >= MIN_BYTES && !free.contains(block)) {
                free.add(block);
            }
        }

        @Override
        public long size() {
            return Long.MAX_VALUE;
        }

        @Override
        public long availableMemory() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean isOutOfMemory() {
            return false;
        }
    }
}
