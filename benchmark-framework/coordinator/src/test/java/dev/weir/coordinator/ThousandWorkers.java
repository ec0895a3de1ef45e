package dev.weir.coordinator;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.SystemClock;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ProducerRole;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.wire.Link;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.WireServer;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ProvenPartition;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;

/**
 * A coordinator under the load of 1,000 workers, which another process simulates: what it costs, and whether anything is
 * lost. By hand, by bin/measure, which removes its files. Takes the seconds of the measurement (30). Prints the CPU time of
 * this process in the measurement as part of one core, and its heap; ends with 1 if an interval is not whole.
 */
final class ThousandWorkers {
    private static final int WORKERS = 1000;
    private static final int MESSAGES = 1000;
    private static final int TOPICS = 100;
    private static final int PER_TOPIC = WORKERS / TOPICS;
    private static final int WARMUP_SECONDS = 10;
    private static final int INTERVAL_SECONDS = 10;

    private final int seconds;
    private final Path folder;
    private final Costs costs = new Costs();

    private ThousandWorkers(int seconds, Path folder) {
        this.seconds = seconds;
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        Path folder = Files.createTempDirectory("thousand-workers");
        Process simulated = WorkerProcess.java(List.of(SimulatedWorkers.class.getName()));
        try (var output =
                new BufferedReader(new InputStreamReader(simulated.getInputStream(), StandardCharsets.US_ASCII))) {
            int port = Integer.parseInt(String.valueOf(output.readLine()));
            new ThousandWorkers(seconds, folder).run(port);
        } finally {
            simulated.getOutputStream().close();
            simulated.waitFor();
        }
    }

    private void run(int port) throws IOException {
        Workload workload = Workloads.small()
                .topics(TOPICS, PER_TOPIC)
                .producersPerTopic(PER_TOPIC)
                .subscriptionsPerTopic(1, PER_TOPIC)
                .rates(WORKERS * MESSAGES, WORKERS * MESSAGES)
                .durations(Duration.ofSeconds(WARMUP_SECONDS), Duration.ofSeconds(seconds))
                .sampleInterval(Duration.ofSeconds(INTERVAL_SECONDS))
                .build();
        RunResult result;
        try (var cluster = new MiniCluster(0, folder)) {
            for (int w = 0; w < WORKERS; w++) {
                cluster.add("worker-" + w, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            }
            result = cluster.run(workload, MiniCluster.none(Map.of()), costs);
        }
        System.out.printf(
                Locale.ROOT,
                "%d workers: %.1f %% of one core over %.0f s, heap %d MiB in use at most, %d MiB after a collection%n",
                WORKERS,
                100 * costs.cpuNanos / 1e9 / costs.seconds,
                costs.seconds,
                costs.mostHeap >> 20,
                costs.liveHeap >> 20);
        assertWhole(result);
    }

    private void assertWhole(RunResult result) throws IOException {
        int expected = (WARMUP_SECONDS + seconds) / INTERVAL_SECONDS;
        long perInterval = (long) WORKERS * MESSAGES * INTERVAL_SECONDS;
        long perWorker = (long) (WARMUP_SECONDS + seconds) * MESSAGES;
        var all = new SoftAssertions();
        all.assertThat(result.failure()).isEmpty();
        all.assertThat(result.intervals().stream()
                        .map(IntervalSummary::counts)
                        .filter(new Counts(perInterval, perInterval, 0, perInterval, 0, 0)::equals)
                        .count())
                .as("whole intervals")
                .isEqualTo(expected);
        all.assertThat(result.weir().instrument().workers().stream()
                        .filter(worker -> worker.counts().orElseThrow().sends().acknowledged() == perWorker)
                        .count())
                .as("workers whose messages are all there")
                .isEqualTo(WORKERS);
        for (Latency latency : Latency.values()) {
            all.assertThat(result.measured().of(latency).count())
                    .as(latency.key() + " samples")
                    .isEqualTo((long) WORKERS * seconds * MESSAGES);
        }
        all.assertThat(result.audit().verdict()).isEqualTo("clean");
        try (Stream<String> lines =
                Files.lines(folder.resolve("run-" + result.run().id() + ".hlog"))) {
            all.assertThat(lines.filter(line -> line.startsWith("Tag=")).count())
                    .as("histograms")
                    .isEqualTo((long) expected * WORKERS * Latency.values().length);
        }
        all.assertAll();
        System.out.println("every interval of every worker has arrived");
    }

    /** Watches what this process uses in the measurement: when it begins, all has been compiled. */
    private static final class Costs implements MiniCluster.Reaction {
        private long startCpuNanos;
        private long cpuNanos;
        private double seconds;
        private long mostHeap;
        private long liveHeap;

        @Override
        public void tick(Coordinator coordinator, Interval tick) {
            mostHeap = Math.max(mostHeap, heap());
            if (tick.phase() == Phase.WARM_UP) {
                startCpuNanos = cpu();
            } else if (tick.phase() == Phase.MEASUREMENT) {
                cpuNanos = cpu() - startCpuNanos;
                seconds += tick.seconds();
            } else if (liveHeap == 0) {
                System.gc();
                liveHeap = heap();
            }
        }

        private static long cpu() {
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }

        private static long heap() {
            return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        }
    }

    /**
     * A process that plays any number of workers, each a producer and a consumer of 1,000 messages a second: as many
     * connections to one port, which it prints. Ends with its standard input. What they report is what such workers would:
     * histograms of 1,000 samples each, and deliveries that the partitions of a topic spread over its consumers.
     */
    static final class SimulatedWorkers {
        private static final int VARIANTS = 64;

        private final WorkerFacts facts = WorkerFacts.ofThisProcess();
        private final List<LatencySet> variants = new ArrayList<>();
        private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();

        private SimulatedWorkers() {
            var random = new SplittableRandom(1);
            for (int v = 0; v < VARIANTS; v++) {
                variants.add(latencies(random));
            }
        }

        public static void main(String[] args) throws IOException {
            var workers = new SimulatedWorkers();
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            try (WireServer server = WireServer.bind(
                    address,
                    ChannelSecurity.NONE,
                    SystemClock.INSTANCE,
                    WireServer.COORDINATOR_SILENCE,
                    link -> workers.new Worker(link))) {
                System.out.println(((InetSocketAddress) server.address()).getPort());
                while (System.in.read() >= 0) {
                    // Only its end is of interest.
                }
            } finally {
                workers.ticks.shutdownNow();
            }
        }

        /** A median between 0.1 and 1 ms and a long tail: some 500 buckets each. */
        private static LatencySet latencies(SplittableRandom random) {
            var set = new LatencySet();
            for (Latency latency : Latency.values()) {
                double median = 100_000 + random.nextInt(900_000);
                for (int i = 0; i < MESSAGES; i++) {
                    double tail = random.nextInt(100) == 0 ? 10 : 1;
                    set.of(latency).values().record((long) (median * tail * Math.exp(0.5 * random.nextGaussian())), 1);
                }
            }
            return set;
        }

        /** One of them. */
        private final class Worker implements LinkListener {
            private final Link link;
            private List<ProducerRole> producers = List.of();
            private List<ConsumerRole> consumers = List.of();
            private Message.Start start = new Message.Start(0, 0, 0, false);
            private long measureFromNanos = Long.MAX_VALUE;
            private boolean closed;
            private long endNanos = Long.MAX_VALUE;
            private long snapshots;

            Worker(Link link) {
                this.link = link;
            }

            @Override
            public void received(Message message) {
                ticks.execute(() -> handle(message));
            }

            @Override
            public void closed(String reason) {}

            private void handle(Message message) {
                if (message instanceof Message.Hello) {
                    link.send(new Message.Welcome(facts));
                } else if (message instanceof Message.Assign assign) {
                    producers = assign.assignment().clients().producers();
                    consumers = assign.assignment().clients().consumers();
                    link.send(new Message.Ready(0, 0, Map.of()));
                } else if (message instanceof Message.Probe) {
                    List<ProvenPartition> proven = consumers.stream()
                            .map(role -> new ProvenPartition(role.topic(), 0, numberInTopic(role)))
                            .toList();
                    link.send(new Message.ProbesReceived(proven, proven.size(), List.of()));
                } else if (message instanceof Message.Start begin) {
                    start = begin;
                    scheduleNext();
                } else if (message instanceof Message.MeasureFrom measure) {
                    measureFromNanos = measure.atNanos();
                } else if (message instanceof Message.EndLoad end) {
                    endNanos = end.atNanos();
                } else if (message instanceof Message.Close) {
                    close();
                }
            }

            private void scheduleNext() {
                long due = start.startNanos() + (snapshots + 1) * start.snapshotNanos();
                var unused = ticks.schedule(this::tick, due - SystemClock.INSTANCE.epochNanos(), TimeUnit.NANOSECONDS);
            }

            private void tick() {
                if (closed) {
                    return;
                }
                link.send(snapshot());
                if (start.startNanos() + snapshots * start.snapshotNanos() == endNanos) {
                    link.send(new Message.LoadEnded(0, 0, List.of()));
                }
                scheduleNext();
            }

            private Message.SnapshotTaken snapshot() {
                long number = snapshots++;
                long from = start.startNanos() + number * start.snapshotNanos();
                boolean loaded = from < endNanos;
                boolean measured = from >= measureFromNanos;
                var none = new LatencySet();
                LatencySet some =
                        loaded ? variants.get((int) ((number + producers.get(0).producer()) % VARIANTS)) : none;
                int messages = loaded ? MESSAGES : 0;
                return Ticks.taken(
                        new Snapshot(
                                number,
                                from,
                                from + start.snapshotNanos(),
                                new Counts(messages, messages, 0, messages, 0, 0),
                                measured ? none : some,
                                measured ? some : none),
                        loaded
                                ? Ticks.sequences(
                                        producers.get(0).producer(), number * MESSAGES, (number + 1) * MESSAGES)
                                : new SequenceSet(),
                        loaded ? List.of(received(consumers.get(0), number)) : List.of());
            }

            /** Its share of what each producer of its topic sent: every n-th message. */
            private ReceivedNotes received(ConsumerRole role, long number) {
                int share = role.partitions();
                int topic = role.consumer() % TOPICS;
                var sequences = new SequenceSet();
                long messages = 0;
                for (int p = 0; p < share; p++) {
                    for (int i = numberInTopic(role); i < MESSAGES; i += share) {
                        sequences.add(p * TOPICS + topic, number * MESSAGES + i);
                        messages++;
                    }
                }
                return Ticks.received(role.subscription(), messages, sequences);
            }

            private int numberInTopic(ConsumerRole role) {
                return role.consumer() / TOPICS;
            }

            private void close() {
                closed = true;
                link.send(snapshot());
                link.send(new Message.Closed());
            }
        }
    }
}
