package dev.weir.worker.message;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the stamp costs a message: writing it, and reading all of it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StampBenchmark {
    private final byte[] payload = new byte[100];
    private long sequence;

    @Benchmark
    public byte[] write() {
        long now = sequence++;
        Stamp.write(payload, 77, 3, true, now, now + 1, now + 2);
        return payload;
    }

    @Benchmark
    public long read() {
        byte[] stamp = payload;
        long sum = Stamp.runTag(stamp) + Stamp.producer(stamp) + Stamp.sequence(stamp);
        return Stamp.isMeasured(stamp) ? sum : sum + Stamp.intendedNanos(stamp) + Stamp.sentNanos(stamp);
    }
}
