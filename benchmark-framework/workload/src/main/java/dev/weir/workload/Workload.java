package dev.weir.workload;

import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ConsumeOnly;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.text.Checks;

/**
 * A workload file that was read: one load on one system. Immutable and checked.
 *
 * @param name label; the file's base name if the file has none
 * @param topics topics on which the load runs, with its producers
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
        Checks.refuseIf(
                silent != (topics.producersPerTopic() == 0),
                "producersPerTopic must be 0 where nothing is sent, and only there, got " + topics.producersPerTopic());
        Checks.refuseIf(silent && run.audited(), "audit must be false without producers, got true");
    }

    public Workload with(Sections.Given<?> other) {
        return new Workload(name, topics, messages, subscriptions, load, timing, phases, run.with(other));
    }

    /**
     * Returns the rate of all producers together in messages per second. Infinite for an unlimited rate and a closed
     * loop; for a search, the rate at which it begins; for a changing rate, its mean over the measurement, or the last
     * one if the measurement has no planned end.
     */
    public double producerRate() {
        return load.rate().overall(timing.test());
    }

    /** Returns whether it runs until a person stops it. */
    public boolean isEndless() {
        return timing.test().isEmpty() && !load.hasOwnClients();
    }

    /** Returns whether nothing is sent: existing topics are read from their first messages. */
    public boolean isConsumeOnly() {
        return load instanceof ConsumeOnly;
    }

    /** Returns how many messages of a producer are due at once, at least 1; a read counts as that many. */
    public int messagesAtOnce() {
        return Math.max(1, run.sections().requestMessages());
    }

    /** Returns whether the latencies of requests are measured, in addition to those of messages. */
    public boolean isInRequests() {
        return run.sections().requestMessages() > 0;
    }

    public boolean isReading() {
        return run.sections().readShare() > 0;
    }

    /** Returns whether relays pass messages on to the topics that consumers read. */
    public boolean hasRelays() {
        return run.sections().relays() > 0;
    }

    /** Returns whether clients commit what they have sent, so that consumers read only committed messages. */
    public boolean commits() {
        return run.sections().given().stream().anyMatch(each -> each.property(Section::commits));
    }

    public boolean sendsWithoutKeys() {
        return load.sends() && messages.keys().distributor() == KeyDistributor.NO_KEY;
    }

    public int producers() {
        return topics.producers();
    }

    public int consumers() {
        return topics.count() * subscriptions.consumersPerTopic();
    }
}
