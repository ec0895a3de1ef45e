package dev.weir.driver.kafka.tier;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager;

/**
 * A remote store for tiered storage (KIP-405): a folder of this host, shared by all brokers of a cluster. Each request
 * for a segment or an index takes at least the configured latency before its first byte, and all reads of one broker
 * share the configured bandwidth. Writes and deletions are not delayed. Any thread.
 *
 * <p>Kafka has such a store only in the jar of its own tests, and that one is as fast as the disk.
 */
public final class FileRemoteStore implements RemoteStorageManager {
    /**
     * Name of this class, which only brokers can load: the interface that it implements is in their jars, not in those
     * of the process that starts them.
     */
    public static final String CLASS_NAME = "dev.weir.driver.kafka.tier.FileRemoteStore";

    public static final String FOLDER = "folder";
    /** Property with the latency of each read request, in milliseconds. */
    public static final String LATENCY_MILLIS = "latency.ms";
    /** Property with the bytes per second that all reads of a broker share; 0: no limit. */
    public static final String BYTES_PER_SECOND = "bytes.per.second";

    private static final String SEGMENT = "segment";
    private static final long MILLI = 1_000_000;

    private static final LongAdder SEGMENT_REQUESTS = new LongAdder();
    private static final LongAdder SEGMENT_BYTES = new LongAdder();
    private static final LongAdder INDEX_REQUESTS = new LongAdder();
    private static final LongAdder INDEX_BYTES = new LongAdder();

    private Path folder = Path.of("");
    private long latencyNanos;
    private SharedBandwidth bandwidth = new SharedBandwidth(0);

    /** Returns what the brokers of this process have read since it began, by Prometheus' names. */
    public static Map<String, Long> counters() {
        return new TreeMap<>(Map.of(
                "weir_remote_store_requests_total{kind=\"segment\"}", SEGMENT_REQUESTS.sum(),
                "weir_remote_store_requests_total{kind=\"index\"}", INDEX_REQUESTS.sum(),
                "weir_remote_store_read_bytes_total{kind=\"segment\"}", SEGMENT_BYTES.sum(),
                "weir_remote_store_read_bytes_total{kind=\"index\"}", INDEX_BYTES.sum()));
    }

    @Override
    public void configure(Map<String, ?> properties) {
        folder = Path.of(String.valueOf(properties.get(FOLDER)));
        latencyNanos = number(properties, LATENCY_MILLIS) * MILLI;
        bandwidth = new SharedBandwidth(number(properties, BYTES_PER_SECOND));
    }

    private static long number(Map<String, ?> properties, String name) {
        return Long.parseLong(String.valueOf(properties.get(name)));
    }

    @Override
    public Optional<CustomMetadata> copyLogSegmentData(RemoteLogSegmentMetadata metadata, LogSegmentData data)
            throws RemoteStorageException {
        try {
            Path place = Files.createDirectories(place(metadata));
            Files.copy(data.logSegment(), place.resolve(SEGMENT));
            Files.copy(data.offsetIndex(), place.resolve(name(IndexType.OFFSET)));
            Files.copy(data.timeIndex(), place.resolve(name(IndexType.TIMESTAMP)));
            Files.copy(data.producerSnapshotIndex(), place.resolve(name(IndexType.PRODUCER_SNAPSHOT)));
            if (data.transactionIndex().isPresent()) {
                Files.copy(data.transactionIndex().get(), place.resolve(name(IndexType.TRANSACTION)));
            }
            byte[] epochs = new byte[data.leaderEpochIndex().remaining()];
            data.leaderEpochIndex().duplicate().get(epochs);
            Files.write(place.resolve(name(IndexType.LEADER_EPOCH)), epochs, StandardOpenOption.CREATE_NEW);
            return Optional.empty();
        } catch (IOException e) {
            throw new RemoteStorageException("cannot copy " + metadata.remoteLogSegmentId() + " to " + folder, e);
        }
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata metadata, int startPosition)
            throws RemoteStorageException {
        return fetchLogSegment(metadata, startPosition, Integer.MAX_VALUE);
    }

    /** Returns the segment from a position to its end; Kafka closes the stream at the end position. */
    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata metadata, int startPosition, int endPosition)
            throws RemoteStorageException {
        SEGMENT_REQUESTS.increment();
        return read(metadata, SEGMENT, startPosition, SEGMENT_BYTES);
    }

    @Override
    public InputStream fetchIndex(RemoteLogSegmentMetadata metadata, IndexType type) throws RemoteStorageException {
        INDEX_REQUESTS.increment();
        return read(metadata, name(type), 0, INDEX_BYTES);
    }

    private InputStream read(RemoteLogSegmentMetadata metadata, String name, long position, LongAdder bytes)
            throws RemoteStorageException {
        Path file = place(metadata).resolve(name);
        try {
            FileChannel content =
                    FileChannel.open(file, StandardOpenOption.READ).position(position);
            return new PacedStream(Channels.newInputStream(content), latencyNanos, bandwidth, bytes::add);
        } catch (NoSuchFileException e) {
            throw new RemoteResourceNotFoundException("there is no " + file, e);
        } catch (IOException e) {
            throw new RemoteStorageException("cannot read " + file, e);
        }
    }

    /** Does nothing if the data is already deleted: Kafka repeats the request when a broker stopped in between. */
    @Override
    public void deleteLogSegmentData(RemoteLogSegmentMetadata metadata) throws RemoteStorageException {
        Path place = place(metadata);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(place);
        } catch (NoSuchFileException e) {
            // It was deleted before.
        } catch (IOException e) {
            throw new RemoteStorageException("cannot delete " + place, e);
        }
    }

    private Path place(RemoteLogSegmentMetadata metadata) {
        var id = metadata.remoteLogSegmentId();
        return folder.resolve(id.topicIdPartition().topicPartition().toString())
                .resolve(id.id().toString());
    }

    private static String name(IndexType type) {
        return switch (type) {
            case OFFSET -> "offset-index";
            case TIMESTAMP -> "time-index";
            case PRODUCER_SNAPSHOT -> "producer-snapshot";
            case TRANSACTION -> "transaction-index";
            case LEADER_EPOCH -> "leader-epochs";
        };
    }

    @Override
    public void close() {
        // There is nothing to release: each stream has its own file.
    }

    /**
     * Answer to a request to a remote store: each byte is available only when it could have arrived over the link. Used by
     * one thread.
     */
    static final class PacedStream extends InputStream {
        private final InputStream content;
        private final SharedBandwidth bandwidth;
        private final IntConsumer read;
        private long lastNanos;

        /**
         * Waits for the latency of the request.
         *
         * @param content closed with this stream
         * @param read receives the number of bytes of each read
         * @throws InterruptedIOException if the thread is interrupted; the content is closed then
         */
        PacedStream(InputStream content, long latencyNanos, SharedBandwidth bandwidth, IntConsumer read)
                throws IOException {
            this.content = content;
            this.bandwidth = bandwidth;
            this.read = read;
            this.lastNanos = System.nanoTime() + latencyNanos;
            try {
                await(lastNanos);
            } catch (InterruptedIOException e) {
                content.close();
                throw e;
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            int got = content.read(bytes, offset, Math.min(length, bandwidth.chunkBytes()));
            if (got > 0) {
                lastNanos = bandwidth.arrival(got, lastNanos, System.nanoTime());
                await(lastNanos);
                read.accept(got);
            }
            return got;
        }

        private void await(long untilNanos) throws InterruptedIOException {
            for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("the read from the remote store was interrupted");
                }
            }
        }

        @Override
        public void close() throws IOException {
            content.close();
        }
    }

    /**
     * Schedule of a link that several streams share: which bytes are on it when. Times are those of {@link
     * System#nanoTime}. Any thread.
     *
     * <p>A stream gets the next free time on the link for each chunk, so the bytes of all streams never exceed the
     * bandwidth. That time may have begun slightly before the request, because a store goes on sending while its reader
     * handles what it has. Otherwise, each late wake-up of a thread would make the link slower than configured.
     */
    static final class SharedBandwidth {
        private static final long SECOND = 1_000_000_000;

        /** Chunks per second of a stream, so that streams alternate at least every 5 ms. */
        private static final int CHUNKS_PER_SECOND = 200;

        private static final int MIN_CHUNK = 4 << 10;
        private static final int MAX_CHUNK = 256 << 10;

        private final long bytesPerSecond;
        private final int chunkBytes;
        private long freeNanos = Long.MIN_VALUE;

        /** Creates a link with this many bytes per second, at least 1; 0: without a limit. */
        SharedBandwidth(long bytesPerSecond) {
            this.bytesPerSecond = bytesPerSecond;
            this.chunkBytes = bytesPerSecond == 0
                    ? Integer.MAX_VALUE
                    : (int) Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, bytesPerSecond / CHUNKS_PER_SECOND));
        }

        int chunkBytes() {
            return chunkBytes;
        }

        /**
         * Reserves the next time on the link for a chunk.
         *
         * @param lastNanos when the stream's previous chunk arrived, or was due to begin if there is none
         * @return when all of the chunk has arrived
         */
        synchronized long arrival(int bytes, long lastNanos, long nowNanos) {
            if (bytesPerSecond == 0) {
                return nowNanos;
            }
            long ahead = Math.max(lastNanos, nowNanos - nanos(chunkBytes));
            long begin = freeNanos == Long.MIN_VALUE ? ahead : ahead + Math.max(0, freeNanos - ahead);
            freeNanos = begin + nanos(bytes);
            return freeNanos;
        }

        private long nanos(long bytes) {
            return bytes * SECOND / bytesPerSecond;
        }
    }
}
