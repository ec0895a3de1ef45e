package dev.weir.workload;

import dev.weir.workload.load.ConsumeOnly;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.message.MessageSpec;

/**
 * A workload file, read: one load on one system. Immutable and checked.
 *
 * @param name label; the file's base name where the file has none
 * @param topics on which the load runs, with its producers
 * @param messages what is sent
 * @param subscriptions by which it is consumed
 * @param load when it is sent
 * @param timing how long that takes
 * @param phases what its phases are beyond their lengths
 * @param run how the run is judged, observed and disturbed
 */
public record Workload(
        String name,
        TopicLayout topics,
        MessageSpec messages,
        Subscriptions subscriptions,
        Load load,
        Timing timing,
        PhaseSpec phases,
        RunSettings run) {
    public Workload {
        boolean silent = load instanceof ConsumeOnly;
        if (silent != (topics.producersPerTopic() == 0)) {
            throw new IllegalArgumentException("producersPerTopic must be 0 where nothing is sent, and only there, got "
                    + topics.producersPerTopic());
        }
        if (silent && run.audited()) {
            throw new IllegalArgumentException("audit must be false without producers, got true");
        }
    }

    /** The same with another load. */
    public Workload with(Load other) {
        return new Workload(name, topics, messages, subscriptions, other, timing, phases, run);
    }

    /**
     * Messages per second of all producers together; infinite: as fast as each can, which it is in a closed loop; of a
     * search where that begins; where the rate changes, its mean over the measurement, or the last one of a measurement that
     * ends when it is stopped.
     */
    public double producerRate() {
        return load.rate().overall(timing.test());
    }

    /** Whether it goes on until it is stopped. */
    public boolean isEndless() {
        return timing.test().isEmpty() && !(load instanceof TransactionLoop);
    }

    /** Whether nothing is sent: topics that exist are read from their first messages. */
    public boolean isConsumeOnly() {
        return load instanceof ConsumeOnly;
    }

    /** Producers of the whole run. */
    public int producers() {
        return topics.producers();
    }

    /** Consumers of the whole run. */
    public int consumers() {
        return topics.count() * subscriptions.consumersPerTopic();
    }
}
