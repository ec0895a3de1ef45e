package dev.weir.host.observation;

import dev.weir.clock.Clock;
import dev.weir.host.facts.HostFiles;
import dev.weir.host.observation.Observation.CpuUse;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures what processes other than this one use of the host. Used by one thread. */
public final class OtherLoad {
    private final Clock clock;
    private final CpuMeter cpu;
    private final long beginNanos;
    private final long beginCpuNanos = ProcessSample.ofThisProcess().cpuNanos();

    public OtherLoad(HostFiles files, Clock clock) {
        this.clock = clock;
        this.cpu = new CpuMeter(files);
        this.beginNanos = clock.epochNanos();
    }

    /**
     * What was measured.
     *
     * @param cpuShare share of the cores that this process may use, by other processes, 0 to 1; empty if unknown
     * @param stolenShare share of these cores that the hypervisor gave to other virtual machines, 0 to 1; empty if
     *     unknown
     */
    public record OtherLoadFigures(OptionalDouble cpuShare, OptionalDouble stolenShare) {
        public static final OtherLoadFigures UNKNOWN =
                new OtherLoadFigures(OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Returns the figures, once at least that time has passed since the begin. */
    public OtherLoadFigures after(Duration least) throws InterruptedException {
        var never = new CountDownLatch(1);
        while (clock.epochNanos() - beginNanos < least.toNanos()) {
            never.await(least.toNanos() - (clock.epochNanos() - beginNanos), TimeUnit.NANOSECONDS);
        }
        double seconds = (clock.epochNanos() - beginNanos) / 1e9;
        long own = ProcessSample.ofThisProcess().cpuNanos() - beginCpuNanos;
        double ownShare = own / 1e9 / seconds / Runtime.getRuntime().availableProcessors();
        Optional<CpuUse> use = cpu.take();
        OptionalDouble others = use.filter(any -> beginCpuNanos >= 0)
                .map(all -> OptionalDouble.of(Math.max(0, all.busyShare() - ownShare)))
                .orElse(OptionalDouble.empty());
        OptionalDouble stolen =
                use.map(all -> OptionalDouble.of(all.stolenShare())).orElse(OptionalDouble.empty());
        return new OtherLoadFigures(others, stolen);
    }
}
