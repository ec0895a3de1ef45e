package dev.weir.pacing;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What pacing costs a message that is late, so that nothing is waited for. A clock that stands still reads for nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PacerBenchmark {
    private static final long FAR = 1L << 60;

    private final Pacer pacer = new Pacer(
            new Schedule(0, 1e6),
            Arrivals.uniform(0, 1, 1),
            new SendTimer(() -> FAR, new PacingPrecision(0, 0)),
            Pacer.NEVER_SKIP,
            new PacerTest.LeftOutMessages());

    @Benchmark
    public long lateMessage() {
        pacer.awaitNext(FAR);
        return pacer.intendedNanos() + pacer.nowNanos();
    }
}
