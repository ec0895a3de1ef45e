package dev.weir.worker;

import dev.weir.worker.message.PayloadPool;
import dev.weir.worker.message.PayloadWriter;
import dev.weir.workload.message.PayloadSpec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the payload of a message costs: random bytes of its own, or a pick from a pool. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PayloadBenchmark {
    @Param({"100", "1024"})
    public int bytes;

    @Param({"true", "false"})
    public boolean fresh;

    private PayloadWriter writer = writer(100, true);

    @Setup
    public void open() {
        writer = writer(bytes, fresh);
    }

    private static PayloadWriter writer(int bytes, boolean fresh) {
        PayloadSpec spec = fresh ? PayloadSpec.random(bytes) : PayloadSpec.pool(bytes, 1.0, 1000);
        return new PayloadWriter(new PayloadPool(spec, 1), 1, 0, 1, true);
    }

    @Benchmark
    public byte[] prepare() {
        writer.prepare();
        return writer.stamped(true, 1, 2, 3);
    }
}
