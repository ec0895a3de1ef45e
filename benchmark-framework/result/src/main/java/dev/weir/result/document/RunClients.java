package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.measure.Counts;
import dev.weir.measure.PartitionRecorder.PartitionFigures;
import dev.weir.measure.RequestCounts;
import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Figures of single clients and of what they used, each in order. Workers report them when they close: those of a
 * worker that was lost are missing.
 */
public record RunClients(
        List<ProducerResult> producers,
        List<ConsumerResult> consumers,
        List<SubscriptionResult> subscriptions,
        List<PartitionResult> partitions) {
    public static final RunClients NONE = new RunClients(List.of(), List.of(), List.of(), List.of());

    public RunClients {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
        subscriptions = List.copyOf(subscriptions);
        partitions = List.copyOf(partitions);
    }

    public RequestCounts requests() {
        return producers.stream()
                .flatMap(producer -> producer.requests().stream())
                .reduce(RequestCounts.NONE, RequestCounts::plus);
    }

    /**
     * Which client of a run it was.
     *
     * @param worker that ran it
     * @param clientId its name in the client's logs and the system's metrics
     */
    public record ClientOrigin(String worker, String clientId) {}

    /**
     * One producer's part in a run.
     *
     * @param producer its number in the run, from 0
     * @param counts messages of the whole run, including the warm-up
     * @param unsent messages that were due before the load ended but were not sent
     * @param requests requests that it sent and read; empty if there were none
     * @param latency latencies by name, of its messages that were due in the measurement
     * @param metrics metrics of its client library when it was closed, in its own names and units
     */
    public record ProducerResult(
            int producer,
            @JsonUnwrapped ClientOrigin client,
            String topic,
            Counts counts,
            long unsent,
            Optional<RequestCounts> requests,
            Map<String, LatencySummary> latency,
            Map<String, Double> metrics) {
        public ProducerResult {
            latency = Collections.unmodifiableMap(new TreeMap<>(latency));
            metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
        }
    }

    /**
     * One consumer's part in a run.
     *
     * @param consumer its number in the run, from 0
     * @param subscription number of its subscription among those of its topic, from 0
     * @param counts messages of the whole run, including the warm-up
     * @param partitions number of partitions from which it received messages
     * @param latency latencies by name, of its messages that were due in the measurement
     * @param metrics metrics of its client library when it was closed, in its own names and units
     */
    public record ConsumerResult(
            int consumer,
            @JsonUnwrapped ClientOrigin client,
            String topic,
            int subscription,
            Counts counts,
            int partitions,
            Map<String, LatencySummary> latency,
            Map<String, Double> metrics) {
        public ConsumerResult {
            latency = Collections.unmodifiableMap(new TreeMap<>(latency));
            metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
        }
    }

    /**
     * Messages that the consumers of one subscription received together, over all topics.
     *
     * @param subscription its number among those of each topic, from 0
     * @param deliveredMessagesPerSecond messages received in the measurement, by the time of their receipt
     * @param ceilingMessagesPerSecond highest rate that its consumers with partitions can process, by their processing
     *     time per message; empty if they have none
     * @param backlogMessages messages acknowledged by the end of the measurement, and not received by then; of a
     *     subscription that begins later and does not read from the first message, those acknowledged after its audit
     *     began, and empty if that did not begin
     * @param backlogGrowthMessages growth of that backlog in the measurement; negative if it shrank
     * @param latency latencies by name, of messages that were due in the measurement
     * @param laterStart start of a subscription that began during the load: it is not part of the run's delivery
     *     figures
     */
    public record SubscriptionResult(
            int subscription,
            Optional<String> name,
            double deliveredMessagesPerSecond,
            OptionalDouble ceilingMessagesPerSecond,
            OptionalLong backlogMessages,
            OptionalLong backlogGrowthMessages,
            Map<String, LatencySummary> latency,
            Optional<LaterStart> laterStart) {
        public SubscriptionResult {
            latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        }

        public String label() {
            return name.orElse(String.valueOf(subscription));
        }

        /**
         * Start of a subscription that began during the load.
         *
         * @param afterSeconds when it began, after the begin of the measurement
         * @param caughtUpAfterSeconds when less than a second of load was left to be received, after its own begin;
         *     empty if that did not happen in the measurement, or if it does not begin at the first message
         * @param catchUpMessagesPerSecond rate at which it received until then, or until the end of the measurement,
         *     without its first and last second; empty if no other time is left
         */
        public record LaterStart(
                double afterSeconds, OptionalDouble caughtUpAfterSeconds, OptionalDouble catchUpMessagesPerSecond) {}
    }

    /**
     * Messages that one subscription received from one partition.
     *
     * @param subscription number of the subscription among those of the topic, from 0
     * @param received messages of the whole run, including the warm-up
     * @param latency {@code endToEndResponse} of the messages that were due in the measurement; empty if there was none
     */
    public record PartitionResult(
            String topic, int partition, int subscription, long received, Map<String, MeanAndMax> latency) {
        public PartitionResult {
            latency = Map.copyOf(latency);
        }

        /**
         * Mean and maximum of a latency. Quantiles would need a histogram for each of thousands of partitions.
         *
         * @param count samples, including negative ones
         * @param meanNanos mean, with their signs
         */
        public record MeanAndMax(long count, double meanNanos, long maxNanos) {}

        /** Creates the result from the figures of all consumers of the subscription. */
        public static PartitionResult of(String topic, int subscription, PartitionFigures figures) {
            double meanNanos = (double) figures.sumNanos() / figures.measured();
            var all = new MeanAndMax(figures.measured(), meanNanos, figures.maxNanos());
            Map<String, MeanAndMax> latency = figures.measured() == 0 ? Map.of() : Map.of("endToEndResponse", all);
            return new PartitionResult(topic, figures.partition(), subscription, figures.received(), latency);
        }
    }
}
