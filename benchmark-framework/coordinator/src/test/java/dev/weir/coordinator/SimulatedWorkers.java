package dev.weir.coordinator;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.SystemClock;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ProducerRole;
import dev.weir.wire.Link;
import dev.weir.wire.LinkListener;
import dev.weir.wire.WireServer;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProvenPartition;
import dev.weir.wire.message.ReceivedNotes;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A process that plays any number of workers, each a producer and a consumer of 1,000 messages a second: as many
 * connections to one port, which it prints. Ends with its standard input. What they report is what such workers would:
 * histograms of 1,000 samples each, and deliveries that the partitions of a topic spread over its consumers.
 */
final class SimulatedWorkers {
    static final int MESSAGES = 1000;
    static final int TOPICS = 100;

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
            var acknowledged = new SequenceSet();
            for (long sequence = number * MESSAGES; loaded && sequence < (number + 1) * MESSAGES; sequence++) {
                acknowledged.add(producers.get(0).producer(), sequence);
            }
            return Ticks.taken(
                    new Snapshot(
                            number,
                            from,
                            from + start.snapshotNanos(),
                            new Counts(messages, messages, 0, messages, 0, 0),
                            measured ? none : some,
                            measured ? some : none),
                    acknowledged,
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
            return new ReceivedNotes(role.subscription(), messages, AuditNotes.inOrder(sequences));
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
