package dev.weir.audit;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the audit costs a message in a worker: noting and folding it, and its share of the snapshot, which is taken and
 * encoded after as many messages as a producer sends in a second at a high rate. The sum of both is the audit's price.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SequenceLogBenchmark {
    private static final int PER_SNAPSHOT = 64 * 16_000;
    private static final int PARTITIONS = 16;
    private static final int BATCH = 1_000;

    private final SequenceLog acknowledged = SequenceLog.ofAcknowledged(true, false);
    private final SequenceLog received = SequenceLog.ofReceived(true, false);
    private long acknowledgedSequence;
    private long receivedSequence;

    @Benchmark
    @OperationsPerInvocation(PER_SNAPSHOT)
    public byte[] acknowledged() {
        for (int i = 0; i < PER_SNAPSHOT; i++) {
            acknowledged.append(0, acknowledgedSequence++, 0);
        }
        return acknowledged.collect().sequences().encode();
    }

    /** Each batch of a partition is a thousand messages, of every sixteenth sequence. */
    @Benchmark
    @OperationsPerInvocation(PER_SNAPSHOT)
    public byte[] received() {
        int round = BATCH * PARTITIONS;
        long first = receivedSequence;
        for (int i = 0; i < PER_SNAPSHOT; i++) {
            int inRound = i % round;
            int partition = inRound / BATCH;
            long sequence = first + i - inRound + (long) (inRound % BATCH) * PARTITIONS + partition;
            received.append(0, sequence, partition);
        }
        receivedSequence = first + PER_SNAPSHOT;
        return received.collect().sequences().encode();
    }
}
