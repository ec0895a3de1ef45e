package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.RunDetails.HookResult;
import dev.weir.result.omb.OmbLists;
import dev.weir.result.omb.OmbLists.OmbTotals;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.text.NumberText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A whole result file of a run.
 *
 * @param schemaVersion {@link DocumentReader#SCHEMA_VERSION}; 0 if it is OMB's
 * @param outcome empty in OMB's files
 * @param weir all other fields; empty in OMB's files
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunDocument(
        int schemaVersion,
        Optional<Outcome> outcome,
        @JsonUnwrapped OmbRun run,
        @JsonUnwrapped OmbLoad load,
        @JsonUnwrapped OmbLists series,
        @JsonUnwrapped OmbTotals totals,
        Optional<RunDetails> weir) {
    public RunDocument withHooks(List<HookResult> hooks) {
        return new RunDocument(
                schemaVersion, outcome, run, load, series, totals, weir.map(each -> each.withHooks(hooks)));
    }

    /**
     * OMB's fields about what was run, on top of a result.
     *
     * @param version version of the system under test
     * @param beginTime in OMB's form, local time; older versions of OMB have other forms
     * @param endTime as {@code beginTime}
     */
    public record OmbRun(
            Optional<String> workload,
            Optional<String> driver,
            Optional<String> version,
            Optional<String> beginTime,
            Optional<String> endTime) {}

    /**
     * OMB's fields about the load and its durations, on top of a result.
     *
     * @param messageSize bytes
     * @param partitions partitions of each topic
     * @param keyDistributor OMB's name
     * @param producerRate messages per second, or {@code max}
     * @param consumersPerTopic consumers of each subscription
     * @param warmupProducerRate messages per second, or {@code max}
     * @param sampleRateMillis length of an interval
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record OmbLoad(
            Optional<Number> messageSize,
            Optional<Number> topics,
            Optional<Number> partitions,
            Optional<String> keyDistributor,
            Optional<Object> producerRate,
            Optional<Number> producersPerTopic,
            Optional<Number> consumersPerTopic,
            Optional<Number> subscriptionsPerTopic,
            Optional<Number> testDurationMinutes,
            Optional<Number> warmupDurationMinutes,
            Optional<Object> warmupProducerRate,
            Optional<Number> sampleRateMillis) {
        /** Returns the fields of a workload; topics that exist have the partitions that consumers received from. */
        public static OmbLoad of(Workload workload, int receivedPartitions) {
            var topics = workload.topics();
            var messages = workload.messages();
            var subscriptions = workload.subscriptions();
            var timing = workload.timing();
            return new OmbLoad(
                    Optional.of(messages.payload().messageSize()),
                    Optional.of(topics.count()),
                    Optional.of(topics.exist() ? receivedPartitions : topics.partitionsPerTopic()),
                    Optional.of(messages.keys().distributor().name()),
                    Optional.of(RateType.number(workload.producerRate())),
                    Optional.of(topics.producersPerTopic()),
                    Optional.of(subscriptions.mostConsumers()),
                    Optional.of(subscriptions.count()),
                    Optional.of(minutes(timing.test().orElse(Duration.ZERO))),
                    Optional.of(minutes(timing.warmup())),
                    Optional.of(RateType.number(workload.load().warmupRate().atBegin())),
                    Optional.of(timing.sampleInterval().toMillis()));
        }

        private static Number minutes(Duration duration) {
            return NumberText.written(duration.toMillis() / 60_000.0);
        }
    }
}
