package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.DeliveryAudit;
import dev.weir.audit.SequenceSet;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.figures.SubscriptionTally;
import dev.weir.coordinator.trend.SteadinessTrend;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.RunObserver.TakenSnapshot;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.config.DriverConfig;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.plan.RunPlan;
import dev.weir.result.Snapshots;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.journal.Journal;
import dev.weir.result.threshold.ThresholdJudge;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ErrorCount;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Threshold;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 6, unit = TimeUnit.HOURS) // The soak asks for more.
@Tag("slow")
class LongRunTest {
    /** Of three latencies, for what stands in the result of it: docs/result.md has more. */
    private static final long MAX_BYTES_PER_INTERVAL = 5 << 10;

    /** The soak takes 36: what grows does so in two hours, too. */
    private static final int HOURS = Integer.getInteger("weir.longRun.hours", 2);

    @TempDir
    Path folder;

    @Test
    void holdsLittleMoreAfterManyHoursThanAfterOne() throws IOException, InterruptedException {
        Process process = WorkerProcess.java(List.of(
                "-Xmx192m", "-XX:+UseSerialGC", LongRun.class.getName(), folder.toString(), String.valueOf(HOURS)));
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(said).matches("[0-9]+ [0-9]+ " + (HOURS - 1) * 360 + "\n");
            String[] figures = said.strip().split(" ", -1);
            long bytes = (Long.parseLong(figures[1]) - Long.parseLong(figures[0])) / Long.parseLong(figures[2]);
            System.out.println(HOURS + " hours: " + bytes + " bytes of heap for each interval");
            assertThat(bytes).isLessThan(MAX_BYTES_PER_INTERVAL);
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Takes the snapshots of a long run of two workers through all that the coordinator keeps of them, a second at a time and as
     * fast as that goes. Takes a folder and the hours; prints the bytes of heap that are still held after the first hour and after the
     * last, and how many intervals lie between. A process of its own, so that its heap holds nothing else.
     */
    static final class LongRun {
        private static final int FIRST_HOURS = 1;
        private static final int MESSAGES = 100;
        private static final int LOST_EVERY = 50_000;

        private final Workload workload = Workloads.small()
                .rates(2 * MESSAGES, 2 * MESSAGES)
                .subscriptionsPerTopic(1, 2)
                .sampleInterval(Duration.ofSeconds(10))
                .goals(List.of(
                        threshold("endToEndResponse.p99 < 50ms", Optional.empty()),
                        threshold("publishResponse.p99 < 50ms", Optional.of(Duration.ofSeconds(30))),
                        threshold("backlogGrowth < 1000", Optional.empty())))
                .build();
        private final RunPlan plan = RunPlan.of(workload, DriverConfig.of("none"), "0a1b2c3d", 2, Topology.SWARM);
        private final ThresholdJudge thresholds = new ThresholdJudge(workload);
        private final DeliveryAudit audit = new DeliveryAudit(1, true);
        private final SubscriptionTally subscriptions = new SubscriptionTally(workload, audit, s -> 0);
        private final InstrumentObservations watch = new InstrumentObservations(plan.assignments());
        private final LastArrival lastArrival = new LastArrival(false);
        private final ErrorCounts errors = new ErrorCounts();
        private final SteadinessTrend steady = new SteadinessTrend(Duration.ofMinutes(1));
        private final SplittableRandom random = new SplittableRandom(36);
        private int intervals;

        private LongRun() {}

        public static void main(String[] args) {
            new LongRun().run(Path.of(args[0]), Integer.parseInt(args[1]));
        }

        private static Threshold threshold(String condition, Optional<Duration> window) {
            return new Threshold(Workloads.condition(condition), window, true, Duration.ZERO);
        }

        private void run(Path folder, int hours) {
            try (var journal = new Journal(folder.resolve("long"), Snapshots.START)) {
                var store = new IntervalStore(List.of("a:1", "b:1"), 1, 10, journal, new IntervalStore.Listener() {
                    @Override
                    public void tick(Interval tick) {
                        lastArrival.note(tick, false, true);
                        steady.add(tick);
                    }

                    @Override
                    public void interval(Interval interval) {
                        intervals++;
                        thresholds.add(interval, 2 * MESSAGES);
                    }
                });
                store.phaseBegins(Phase.MEASUREMENT, 0);
                take(store, 0, FIRST_HOURS * 3600);
                long first = liveHeap();
                int firstIntervals = intervals;
                take(store, FIRST_HOURS * 3600, hours * 3600);
                System.out.println(first + " " + liveHeap() + " " + (intervals - firstIntervals));
                audit.result(true, 0, 0);
                journal.failure().ifPresent(why -> {
                    throw new IllegalStateException(why);
                });
            }
        }

        private void take(IntervalStore store, int fromSecond, int toSecond) {
            for (int second = fromSecond; second < toSecond; second++) {
                for (int worker = 0; worker < 2; worker++) {
                    Message.SnapshotTaken taken = snapshot(worker, second);
                    watch.taken(
                            new TakenSnapshot(new WorkerLink(worker, ""), taken, taken.snapshot(), Phase.MEASUREMENT));
                    store.add(worker, taken.snapshot());
                    subscriptions.add(Phase.MEASUREMENT, taken);
                    audit.acknowledged(taken.sent().acknowledged());
                    taken.received().forEach(received -> audit.received(received.subscription(), received.notes()));
                    errors.add(List.of(new ErrorCount("Timeout", "Timeout: no answer", 1)));
                }
            }
        }

        /** A message is lost now and then: what is open for ever has to be bounded too. */
        private Message.SnapshotTaken snapshot(int worker, int second) {
            var latencies = new LatencySet();
            for (Latency latency :
                    List.of(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, Latency.END_TO_END_RESPONSE)) {
                for (int i = 0; i < 20; i++) {
                    latencies
                            .of(latency)
                            .values()
                            .record((long) (1e6 * Math.exp(random.nextGaussian())), MESSAGES / 20);
                }
            }
            var received = new SequenceSet();
            for (long sequence = (long) second * MESSAGES; sequence < (second + 1L) * MESSAGES; sequence++) {
                if (sequence % LOST_EVERY != 0) {
                    received.add(worker, sequence);
                }
            }
            return Ticks.taken(
                    Snapshots.of(second, new Counts(MESSAGES, MESSAGES, 0, MESSAGES, 0, 0), latencies),
                    Ticks.sequences(worker, (long) second * MESSAGES, (second + 1L) * MESSAGES),
                    List.of(Ticks.received(0, MESSAGES, received)));
        }

        private static long liveHeap() {
            System.gc();
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }
    }
}
