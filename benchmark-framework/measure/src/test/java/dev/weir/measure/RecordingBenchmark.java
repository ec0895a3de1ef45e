package dev.weir.measure;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.SingleWriterRecorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What recording costs a message on each of the three threads that see it, and on all of them together: the latencies and
 * counters of {@code Sender} and {@code Receiver}, without reading a clock. The latencies are spread as they are in a run:
 * some microseconds to some milliseconds.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordingBenchmark {
    private static final int SPREAD = 1 << 14;
    private static final int PARTITIONS = 16;

    private final PairRecorder sends = new PairRecorder(Latency.SEND_DELAY, Latency.SEND_CALL, true);
    private final PairRecorder acknowledgements =
            new PairRecorder(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, true);
    private final PairRecorder receipts =
            new PairRecorder(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE, true);
    private final PartitionRecorder partitions = new PartitionRecorder(PARTITIONS);
    private final GapRecorder acknowledgementGaps = new GapRecorder(PARTITIONS, false);
    private final GapRecorder deliveryGaps = new GapRecorder(PARTITIONS, false);
    private final LatencyRecorder recorder = new LatencyRecorder();
    private final SingleWriterRecorder libraryRecorder = new SingleWriterRecorder(3);
    private final Counter sent = new Counter();
    private final Counter acknowledged = new Counter();
    private final Counter received = new Counter();
    private final MeasurementWindow window = new MeasurementWindow();
    private final long[] latencies = new long[SPREAD];
    private int next;

    @Setup
    public void spread() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < SPREAD; i++) {
            latencies[i] = (long) (1_000 * Math.exp(random.nextDouble() * 8));
        }
        window.startAt(0);
    }

    /** One latency. */
    @Benchmark
    public void latency() {
        recorder.record(latency(next++));
    }

    /** One latency, with HdrHistogram's recorder. */
    @Benchmark
    public void latencyOfLibrary() {
        libraryRecorder.recordValue(latency(next++));
    }

    @Benchmark
    public void send() {
        int i = next++;
        recordSend(latency(i), latency(i + 1));
    }

    @Benchmark
    public void acknowledgement() {
        int i = next++;
        recordAcknowledgement(i, latency(i), latency(i + 1));
    }

    @Benchmark
    public void receipt() {
        int i = next++;
        recordReceipt(i & (PARTITIONS - 1), latency(i), latency(i + 1));
    }

    /** Six latencies and the counters of a message from end to end. */
    @Benchmark
    public void wholeMessage() {
        int i = next++;
        recordSend(latency(i), latency(i + 1));
        recordAcknowledgement(i, latency(i + 2), latency(i + 3));
        recordReceipt(i & (PARTITIONS - 1), latency(i + 4), latency(i + 5));
    }

    private void recordSend(long delay, long call) {
        sent.increment();
        sends.record(window.includes(delay), delay, call);
    }

    private void recordAcknowledgement(long intended, long response, long service) {
        acknowledgements.record(window.includes(intended & Long.MAX_VALUE), response, service);
        acknowledgementGaps.progress((int) intended & (PARTITIONS - 1), intended, intended + service);
        acknowledged.increment();
    }

    private void recordReceipt(int partition, long response, long service) {
        receipts.record(true, response, service);
        partitions.record(partition, true, response);
        deliveryGaps.progress(partition, next, next + service);
        received.increment();
    }

    private long latency(int i) {
        return latencies[i & (SPREAD - 1)];
    }
}
