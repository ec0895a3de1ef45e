package dev.weir.workload;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ConsumeOnly;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.text.Checks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

    /**
     * Judgement, observation and disturbances of a run.
     *
     * @param thresholds thresholds in addition to the default ones
     * @param audited whether each message is followed from its acknowledgement to its delivery
     * @param brokerMetrics endpoints of the system's hosts that are sampled during the load, each URL once
     */
    public record RunSettings(
            List<Threshold> thresholds,
            boolean audited,
            Hooks hooks,
            List<MetricsEndpoint> brokerMetrics,
            Sections sections,
            boolean continuesAfterLoss,
            long seed) {
        public RunSettings {
            thresholds = List.copyOf(thresholds);
            brokerMetrics = List.copyOf(brokerMetrics);
        }

        public static RunSettings plain(boolean audited, long seed) {
            return new RunSettings(List.of(), audited, Hooks.NONE, List.of(), Sections.NONE, false, seed);
        }

        public RunSettings with(Sections.Given<?> other) {
            return new RunSettings(
                    thresholds, audited, hooks, brokerMetrics, sections.with(other), continuesAfterLoss, seed);
        }

        public RunSettings withThresholds(List<Threshold> others) {
            return new RunSettings(others, audited, hooks, brokerMetrics, sections, continuesAfterLoss, seed);
        }
    }

    /** Durations of a run: its measurement, unless it goes on until stopped, and its intervals, 100 ms to 1 h. */
    public record Timing(Duration warmup, Optional<Duration> test, Duration sampleInterval) {}

    /**
     * The topics of a workload, and the producers on them.
     *
     * @param count number of topics, at least 1
     * @param partitionsPerTopic partitions of the largest topic, at least 1; 0 for existing topics
     * @param partitionList one number for each topic, each at least 1; empty: all topics are equal
     * @param producersPerTopic producers of the topic with the most producers; 0: none, on existing topics
     * @param producerList one number for each topic, each at least 0; empty: all topics are equal
     * @param existing names of existing topics that are used as they are; empty: topics are created
     */
    public record TopicLayout(
            int count,
            int partitionsPerTopic,
            List<Integer> partitionList,
            int producersPerTopic,
            List<Integer> producerList,
            List<String> existing) {
        public TopicLayout {
            partitionList = List.copyOf(partitionList);
            producerList = List.copyOf(producerList);
            existing = List.copyOf(existing);
            Checks.atLeast("topics", count, 1);
            Checks.atLeast("partitionsPerTopic", partitionsPerTopic, existing.isEmpty() ? 1 : 0);
            Checks.atLeast("producersPerTopic", producersPerTopic, existing.isEmpty() ? 1 : 0);
            partitionList.forEach(partitions -> Checks.atLeast("partitionsPerTopicList", partitions, 1));
            producerList.forEach(producers -> Checks.atLeast("producersPerTopicList", producers, 0));
            oneForEach("partitionsPerTopicList", partitionList, count);
            oneForEach("producersPerTopicList", producerList, count);
            oneForEach("existingTopicList", existing, count);
        }

        public static TopicLayout alike(int count, int partitionsPerTopic, int producersPerTopic) {
            return new TopicLayout(count, partitionsPerTopic, List.of(), producersPerTopic, List.of(), List.of());
        }

        /** Returns whether existing topics are used, which are neither created nor deleted. */
        public boolean exist() {
            return !existing.isEmpty();
        }

        /** Returns the partitions of a topic; 0 for an existing one. */
        public int partitionsOf(int topic) {
            return partitionList.isEmpty() ? partitionsPerTopic : partitionList.get(topic);
        }

        public int producersOf(int topic) {
            return producerList.isEmpty() ? producersPerTopic : producerList.get(topic);
        }

        public int producers() {
            return IntStream.range(0, count).map(this::producersOf).sum();
        }

        private static void oneForEach(String field, List<?> items, int topics) {
            Checks.refuseIf(
                    !items.isEmpty() && items.size() != topics,
                    field + " must have one for each of the " + topics + " topics, got " + items.size());
        }
    }
}
