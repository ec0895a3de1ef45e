package dev.weir.plan;

import dev.weir.workload.Workload;
import dev.weir.workload.load.Rate;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import java.time.Duration;
import java.util.List;

/**
 * Estimated duration of runs and how much they write.
 *
 * <p>The allowances were measured on two busy cores. With an embedded broker, a run took 8 to 10 s in addition to its
 * load, 4 of them to settle; with the driver {@code none}, 5 to 8 s. A cluster over a network may take longer, and
 * hooks are not included.
 *
 * @param time from the first to the last step; for endless runs, and for loads of features, without the
 *     measurement
 * @param endless number of runs without an end: they run until they are stopped
 * @param bytes payload that producers send, times the replicas; for unlimited runs without their measurement
 * @param unlimited number of runs without a rate, or without an end, so that it is unknown how much they write
 */
public record RunEstimate(Duration time, int endless, double bytes, int unlimited) {
    public static final RunEstimate NONE = new RunEstimate(Duration.ZERO, 0, 0, 0);

    /** Topics, clients and the proof that each partition works; then closing all of these, and messages in flight. */
    private static final Duration PREPARE_AND_CLOSE = Duration.ofSeconds(4);

    /** Time of a rebalance: a member learns of later members with its next heartbeat, after at most 3 s. */
    private static final Duration REBALANCE = Duration.ofSeconds(2);

    /** Time to create, prove and delete a partition of a topic. */
    private static final Duration OF_A_PARTITION = Duration.ofMillis(10);

    /** Snapshots of the workers that have to arrive before and after the last message: two each. */
    private static final int SNAPSHOTS_TO_SETTLE = 4;

    private static final Duration MAX_SNAPSHOT = Duration.ofSeconds(1);

    /** Including the start of this process. */
    private static final Duration CLUSTER_START = Duration.ofSeconds(5);

    private static final Duration OF_A_BROKER = Duration.ofSeconds(2);

    /** Estimates one run, or all possible runs of a search, whose messages are unknown. Warm-ups count in full. */
    public static RunEstimate of(Workload workload, int replicas) {
        if (workload.load().rate() instanceof Rate.Search search) {
            Duration warmup = workload.timing().warmup().plus(workload.phases().warmupSettle());
            Duration time = search.spec()
                    .maxDuration(around(workload), warmup, workload.timing().test());
            return new RunEstimate(time, 0, 0, 1);
        }
        return ofRun(workload, replicas);
    }

    private static RunEstimate ofRun(Workload workload, int replicas) {
        Sections sections = workload.run().sections();
        int messageBytes = workload.messages().meanBytes();
        List<Section.Stretch> before = sections.beforeMeasurement(
                messageBytes, workload.subscriptions().count());
        boolean endless = workload.isEndless() && before.isEmpty();
        Duration added = before.stream().map(Section.Stretch::length).reduce(Duration.ZERO, Duration::plus);
        Duration rest = workload.timing().test().orElse(Duration.ZERO).minus(added);
        Duration test = rest.isNegative() ? Duration.ZERO : rest;
        Duration settle = workload.phases().warmupSettle();
        Duration warmup = workload.timing().warmup();
        double messages = messages(workload.load().warmupRate().atBegin(), warmup)
                + messages(workload.producerRate(), settle.plus(test))
                + before.stream()
                        .mapToDouble(each -> messages(each.messagesPerSecond(), each.length()))
                        .sum();
        boolean unlimited = endless || Double.isInfinite(messages);
        double filled = (double) workload.producers() * sections.filledMessages(messageBytes);
        double known = Double.isInfinite(messages) ? 0 : messages;
        return new RunEstimate(
                around(workload).plus(warmup).plus(settle).plus(added).plus(test),
                endless ? 1 : 0,
                (known * (1 - sections.readShare()) + filled)
                        * workload.messages().meanStoredBytes()
                        * replicas
                        * (workload.hasRelays() ? 2 : 1),
                unlimited ? 1 : 0);
    }

    /** Estimates the start of an embedded cluster, once for all runs of a command. */
    public static RunEstimate ofClusterStart(int brokers) {
        return new RunEstimate(CLUSTER_START.plus(OF_A_BROKER.multipliedBy(brokers - 1L)), 0, 0, 0);
    }

    public RunEstimate plus(RunEstimate other) {
        return new RunEstimate(
                time.plus(other.time), endless + other.endless, bytes + other.bytes, unlimited + other.unlimited);
    }

    private static Duration around(Workload workload) {
        boolean groups = workload.subscriptions().mostConsumers() > 1;
        return PREPARE_AND_CLOSE
                .plus(groups ? REBALANCE : Duration.ZERO)
                .plus(OF_A_PARTITION.multipliedBy(
                        (long) workload.topics().count() * workload.topics().partitionsPerTopic()))
                .plus(settling(workload));
    }

    private static Duration settling(Workload workload) {
        Duration interval = workload.timing().sampleInterval();
        Duration snapshot = interval.compareTo(MAX_SNAPSHOT) < 0 ? interval : MAX_SNAPSHOT;
        return snapshot.multipliedBy(SNAPSHOTS_TO_SETTLE);
    }

    private static double messages(double messagesPerSecond, Duration duration) {
        return duration.isZero() ? 0 : messagesPerSecond * (duration.toSeconds() + duration.toNanosPart() / 1e9);
    }
}
