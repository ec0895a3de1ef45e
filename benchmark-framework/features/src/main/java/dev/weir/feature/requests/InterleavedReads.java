package dev.weir.feature.requests;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.requests.RequestFeature.RequestSpec;
import dev.weir.measure.Counter;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.RequestCounts;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.client.SenderPart;
import dev.weir.worker.message.RandomStream;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.message.MessageSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a producer read instead of send in some of its burst periods: the first message of each of its requests becomes
 * a read, the others are skipped. A read begins at a random message among the first half of those that the producer has
 * sent to one partition before the load, so that no read waits for a message to arrive.
 */
final class InterleavedReads implements ReceiveListener, SenderPart {
    private static final Duration FILL_LIMIT = Duration.ofMinutes(1);
    private static final Duration POLL_LIMIT = Duration.ofSeconds(1);
    private static final Duration READ_LIMIT = Duration.ofSeconds(10);
    private static final int PORTION_BYTES = 1 << 15;

    private final Clock clock;
    private final MeasurementWindow window;
    private final ErrorTally errors;
    private final ReadTurns turns;
    private final int partition;
    private final MessageSpec spec;
    private final boolean fills;
    private final int headerBytes;
    private final PairRecorder recorder;
    private final Reader reader;
    private final Counter read = new Counter();
    private final Counter messages = new Counter();
    private final Counter bytes = new Counter();
    private final Counter failed = new Counter();
    private volatile boolean ended;
    private long firstOffset = Long.MAX_VALUE;
    private long lastOffset = Long.MIN_VALUE;
    private long found;
    private boolean isReady;
    private long receivedNanos;

    private InterleavedReads(
            RequestSpec requests, Assignment assignment, ProducerRole role, Driver driver, RunMaterial material) {
        this.clock = material.clock();
        this.window = material.window();
        this.errors = material.errors();
        this.turns = new ReadTurns(requests, assignment, role.producer());
        this.partition = role.readPartition();
        this.spec = assignment.messages();
        this.headerBytes = spec.headerBytes();
        // If producers share a partition, one of them fills it for all.
        this.fills = !role.probedPartitions().isEmpty();
        this.recorder = new PairRecorder(
                Latency.READ_RESPONSE, Latency.READ_SERVICE, assignment.load().scheduled());
        this.reader = driver.reads()
                .orElseThrow(() ->
                        new DriverException("the driver " + assignment.driver().driver()
                                + " cannot read when it is asked to, as readRatio wants; set that to 0"))
                .openReader(new ReaderSpec(
                        role.clientId() + "-reads", role.topic(), Optional.empty(), List.of(partition), false));
    }

    static Optional<SenderPart> of(
            Assignment assignment, ProducerRole role, Driver driver, RunMaterial material, Outcomes outcomes) {
        Optional<RequestSpec> requests = assignment.load().ofFeature(RequestSpec.class);
        return requests.filter(spec -> spec.readRatio() > 0)
                .map(spec -> new InterleavedReads(spec, assignment, role, driver, material));
    }

    /**
     * Fills the partition, and finds the offsets of its messages. It does so in portions, because a system that keeps
     * only a portion must not wait for a reader that waits for the system.
     *
     * @throws DriverException if they do not arrive in time
     */
    @Override
    public void fill(IntConsumer send) {
        Deadline deadline = Deadline.after(clock, FILL_LIMIT);
        long filling = RequestFeature.filledMessages(spec.meanBytes());
        long portion = Math.max(1, PORTION_BYTES / Math.max(1, spec.meanStoredBytes()));
        for (long sent = 0; fills && sent < filling; ) {
            int messages = (int) Math.min(portion, filling - sent);
            for (int message = 0; message < messages; message++) {
                send.accept(partition);
            }
            sent += messages;
            find(sent, deadline);
        }
        find(filling, deadline);
        isReady = true;
    }

    private void find(long wanted, Deadline deadline) {
        while (found < wanted) {
            if (deadline.isOver() || Thread.currentThread().isInterrupted()) {
                throw new DriverException("of " + wanted + " messages that were sent to partition " + partition
                        + " before the load, to be read in it, only " + found + " came back within "
                        + FILL_LIMIT.toSeconds() + " s");
            }
            reader.poll(POLL_LIMIT, this);
        }
    }

    @Override
    public void beginSegment(int segment) {
        turns.beginSegment(segment);
    }

    @Override
    public boolean replacesSome() {
        return true;
    }

    /** Of a request whose first message a read replaces, the other messages are left out. */
    @Override
    public boolean replaces(long intendedNanos, long nowNanos) {
        boolean isFirst = turns.next(intendedNanos);
        if (isFirst && turns.reads) {
            readOnce(intendedNanos, nowNanos);
        }
        return turns.reads;
    }

    private void readOnce(long intendedNanos, long nowNanos) {
        if (ended) {
            return;
        }
        try {
            reader.seek(partition, firstOffset + turns.position((lastOffset - firstOffset + 1) / 2));
            if (reader.poll(READ_LIMIT, this) > 0) {
                boolean measured = window.includes(intendedNanos);
                recorder.record(measured, receivedNanos - intendedNanos, receivedNanos - nowNanos);
                read.increment();
            } else if (!ended) {
                fail(new DriverException("a read found no message, with a limit of " + READ_LIMIT.toSeconds() + " s"));
            }
        } catch (DriverException e) {
            fail(e);
        }
    }

    private void fail(DriverException cause) {
        errors.add(cause);
        failed.increment();
    }

    @Override
    public void batch(int count) {
        receivedNanos = clock.epochNanos();
        found += count;
    }

    @Override
    public void received(int from, long offset, byte[] value, byte @Nullable [] header) {
        if (isReady) {
            messages.increment();
            bytes.add(value.length + headerBytes);
        } else {
            firstOffset = Math.min(firstOffset, offset);
            lastOffset = Math.max(lastOffset, offset);
        }
    }

    @Override
    public void failed(Throwable cause, boolean fatal) {
        errors.add(cause);
    }

    @Override
    public RequestCounts requests(long sent) {
        return new RequestCounts(0, 0, read.get(), messages.get(), bytes.get(), failed.get());
    }

    @Override
    public List<LatencySource> latencies() {
        return List.of(recorder);
    }

    @Override
    public void stop() {
        ended = true;
        reader.wakeUp();
    }

    @Override
    public void release() {
        reader.close();
    }

    /**
     * Decides for each period of a load with reads whether it has a read instead of its messages, and from where the read
     * reads. Used by the sender's thread.
     */
    private static final class ReadTurns {
        private final int records;
        private final double ratio;
        private final long periodNanos;
        private final long seed;
        private final int producer;
        private SplittableRandom turns;
        private SplittableRandom positions;
        private long periodStartNanos = Long.MIN_VALUE / 2;
        /** Whether the current period has a read instead of its messages; set by {@link #next}. */
        private boolean reads;

        private int record;

        ReadTurns(RequestSpec requests, Assignment assignment, int producer) {
            LoadShape shape = assignment.load().shape();
            this.records = requests.messages();
            this.ratio = requests.readRatio();
            // Messages of a burst are due at the same nanosecond.
            // When the rate changes, the next burst can follow sooner than a period.
            this.periodNanos = shape.arrival() == Arrival.BURST ? 1 : shape.burstPeriodNanos();
            this.seed = assignment.seed();
            this.producer = producer;
            this.turns = RandomStream.READ_TURN.ofProducer(seed, producer);
            this.positions = RandomStream.READ_POSITION.ofProducer(seed, producer);
        }

        /** Draws from the streams of a segment of the load from now on. */
        void beginSegment(int segment) {
            turns = RandomStream.READ_TURN.ofSegment(seed, producer, segment);
            positions = RandomStream.READ_POSITION.ofSegment(seed, producer, segment);
        }

        /** Goes on to the next message; returns whether it is the first one of a request. */
        boolean next(long intendedNanos) {
            boolean isFirst = record == 0;
            if (isFirst && intendedNanos - periodStartNanos >= periodNanos) {
                periodStartNanos = intendedNanos;
                reads = turns.nextDouble() < ratio;
            }
            record = record + 1 == records ? 0 : record + 1;
            return isFirst;
        }

        long position(long messages) {
            return messages > 0 ? positions.nextLong(messages) : 0;
        }
    }
}
