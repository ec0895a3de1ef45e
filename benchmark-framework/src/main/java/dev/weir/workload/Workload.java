package dev.weir.workload;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A workload file, read: one load on one system. Immutable and checked.
 *
 * @param name label; the file's base name where the file has none
 * @param topics topics to create, at least 1
 * @param partitionsPerTopic at least 1
 * @param keys how messages get their keys
 * @param payload what messages carry
 * @param subscriptionsPerTopic consumer groups per topic; 0: produce only
 * @param consumersPerSubscription consumers in each of these groups; at least 1 if there is a subscription
 * @param producersPerTopic producer clients per topic, at least 1
 * @param producerRate messages per second of all producers together, more than 0; infinite: as fast as each
 *     can, which it is in a closed loop; of a search where that begins
 * @param warmupProducerRate the same during the warm-up
 * @param shape how messages follow the rate
 * @param warmupDuration how long the load runs before anything counts
 * @param testDuration how long is measured; empty: until stopped
 * @param sampleInterval length of a reporting interval, in [100 ms, 1 h]
 * @param audited whether every message is followed from its acknowledgement to its delivery
 * @param phases what its phases are beyond their lengths
 * @param goals what it is run for
 * @param hooks commands around the run
 * @param seed of everything random
 */
public record Workload(
        String name,
        int topics,
        int partitionsPerTopic,
        KeySpec keys,
        PayloadSpec payload,
        int subscriptionsPerTopic,
        int consumersPerSubscription,
        int producersPerTopic,
        double producerRate,
        double warmupProducerRate,
        LoadShape shape,
        Duration warmupDuration,
        Optional<Duration> testDuration,
        Duration sampleInterval,
        boolean audited,
        PhaseSpec phases,
        Goals goals,
        Hooks hooks,
        long seed) {

    public Workload {
        Objects.requireNonNull(name);
        Objects.requireNonNull(keys);
        Objects.requireNonNull(payload);
        Objects.requireNonNull(shape);
        Objects.requireNonNull(phases);
        Objects.requireNonNull(warmupDuration);
        Objects.requireNonNull(testDuration);
        Objects.requireNonNull(sampleInterval);
        Objects.requireNonNull(goals);
        Objects.requireNonNull(hooks);
        atLeast("topics", topics, 1);
        atLeast("partitionsPerTopic", partitionsPerTopic, 1);
        atLeast("subscriptionsPerTopic", subscriptionsPerTopic, 0);
        atLeast("consumerPerSubscription", consumersPerSubscription, subscriptionsPerTopic > 0 ? 1 : 0);
        atLeast("producersPerTopic", producersPerTopic, 1);
        positive("producerRate", producerRate);
        positive("warmupProducerRate", warmupProducerRate);
    }

    /**
     * Whether messages have a time at which they are to be sent. Where they are sent as soon as the client or an answer
     * lets them, there are no response times.
     */
    public boolean isScheduled() {
        return producerRate != Double.POSITIVE_INFINITY && !shape.isClosedLoop();
    }

    /** The same load at a rate of its own, as one run of a search. */
    public Workload probe(double rate, Duration warmup, Duration test, Duration interval, List<Threshold> thresholds) {
        return new Workload(
                name,
                topics,
                partitionsPerTopic,
                keys,
                payload,
                subscriptionsPerTopic,
                consumersPerSubscription,
                producersPerTopic,
                rate,
                rate,
                shape,
                warmup,
                Optional.of(test),
                interval,
                audited,
                phases,
                new Goals(thresholds, Optional.empty()),
                hooks,
                seed);
    }

    /** Producers of the whole run. */
    public int producers() {
        return topics * producersPerTopic;
    }

    /** Consumers of the whole run. */
    public int consumers() {
        return topics * subscriptionsPerTopic * consumersPerSubscription;
    }

    private static void atLeast(String field, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(field + " must be at least " + least + ", got " + value);
        }
    }

    private static void positive(String field, double value) {
        if (!(value > 0 && value <= 1e9) && value != Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(field + " must be in (0, 1e9] or infinite, got " + value);
        }
    }
}
