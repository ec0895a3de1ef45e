package dev.weir.feature.stages;

import dev.weir.feature.brokermetrics.BrokerRequests;
import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.MessageStage;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.ProducerResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Divides latencies of a finished run into stages: by what Weir, the client and the brokers measured. The stages of a
 * mean add up to it, because the last one is the remainder.
 */
final class StageDivision {
    private static final double TAIL = 99;

    private final LatencySet measured;
    private final ProducerBatches batches;
    private final Optional<BrokerRequests> produce;
    private final List<StageBreakdown> breakdowns = new ArrayList<>();

    private StageDivision(LatencySet measured, RunClients clients, Optional<BrokerRequests> produce) {
        this.measured = measured;
        this.batches = new ProducerBatches(clients.producers());
        this.produce = produce;
    }

    /**
     * Returns the mean and the p99 of publishing and of delivery, each divided. Empty if nothing was measured, and for
     * transactions and pipelines, whose latencies have other stages.
     *
     * @param produce empty if the brokers reported no such requests
     */
    static List<StageBreakdown> of(LatencySet measured, RunClients clients, Optional<BrokerRequests> produce) {
        if (measured.has(Latency.TRANSACTION_COMMIT)) {
            return List.of();
        }
        var division = new StageDivision(measured, clients, produce);
        division.divide(measured.publishHeadline(), false);
        division.divide(measured.endToEndHeadline(), true);
        return division.breakdowns;
    }

    private void divide(Latency latency, boolean isDelivery) {
        if (!measured.has(latency)) {
            return;
        }
        LatencySamples samples = measured.of(latency);
        long mean = Math.round(samples.meanNanos());
        List<StageTime> stages = stages(latency, isDelivery, true);
        long left =
                mean - stages.stream().mapToLong(each -> each.nanos().orElse(0)).sum();
        stages.add(StageTime.of(remainder(isDelivery), left, left < 0 ? Basis.INCONSISTENT : Basis.REMAINDER));
        add(latency, StageBreakdown.MEAN, mean, samples.censored() > 0, stages);
        if (samples.isAdequate(TAIL)) {
            List<StageTime> ofTail = stages(latency, isDelivery, false);
            ofTail.add(StageTime.unknown(remainder(isDelivery)));
            add(latency, StageBreakdown.TAIL, samples.percentileNanos(TAIL), samples.isCensored(TAIL), ofTail);
        }
    }

    private void add(Latency latency, String figure, long nanos, boolean lowerBound, List<StageTime> stages) {
        int brokers = produce.map(BrokerRequests::brokers).orElse(0);
        breakdowns.add(new StageBreakdown(latency.key(), figure, nanos, lowerBound, brokers, stages));
    }

    /** Returns the stages of the mean, otherwise of the p99, without the remainder. */
    private List<StageTime> stages(Latency latency, boolean isDelivery, boolean isMean) {
        List<StageTime> stages = new ArrayList<>();
        if (latency.startsWhenDue()) {
            LatencySamples delays = measured.of(Latency.SEND_DELAY);
            long nanos = isMean ? Math.round(delays.meanNanos()) : delays.percentileNanos(TAIL);
            stages.add(StageTime.of(MessageStage.SEND_DELAY, nanos, isMean ? Basis.MEASURED : Basis.ESTIMATED));
        }
        OptionalDouble queue = isMean ? batches.queueNanos() : OptionalDouble.empty();
        stages.add(stage(MessageStage.CLIENT_QUEUE, queue, Basis.ESTIMATED));
        produce.ifPresent(times -> {
            Basis basis = isMean && batches.areSingleMessages() ? Basis.MEASURED : Basis.ESTIMATED;
            // Until the message can be read.
            stages.add(inBrokers(MessageStage.REQUEST_QUEUE, times, "requestqueue", isMean, basis));
            stages.add(inBrokers(MessageStage.LOCAL_LOG, times, "local", isMean, basis));
            stages.add(inBrokers(MessageStage.REPLICATION, times, "remote", isMean, basis));
            if (isDelivery) {
                BrokerRequests fetches = times.of("FetchConsumer");
                Basis ofFetches = Basis.ESTIMATED;
                stages.add(StageTime.unknown(MessageStage.FETCH_WAIT));
                stages.add(inBrokers(MessageStage.FETCH_RESPONSE_QUEUE, fetches, "responsequeue", isMean, ofFetches));
                stages.add(inBrokers(MessageStage.FETCH_RESPONSE_SEND, fetches, "responsesend", isMean, ofFetches));
            } else {
                stages.add(inBrokers(MessageStage.RESPONSE_QUEUE, times, "responsequeue", isMean, basis));
                stages.add(inBrokers(MessageStage.RESPONSE_SEND, times, "responsesend", isMean, basis));
            }
        });
        return stages;
    }

    private static StageTime inBrokers(
            MessageStage stage, BrokerRequests requests, String part, boolean isMean, Basis basis) {
        return stage(stage, isMean ? requests.meanNanos(part) : requests.tailNanos(part), basis);
    }

    private static StageTime stage(MessageStage stage, OptionalDouble nanos, Basis basis) {
        return nanos.isPresent()
                ? StageTime.of(stage, Math.round(nanos.getAsDouble()), basis)
                : StageTime.unknown(stage);
    }

    /** Without the mean times of requests, the remainder contains the brokers, too: some exporters have only percentiles. */
    private MessageStage remainder(boolean isDelivery) {
        boolean isDivided =
                produce.stream().anyMatch(times -> times.meanNanos("local").isPresent());
        MessageStage rest = isDelivery ? MessageStage.DELIVERY : MessageStage.NETWORK_AND_CLIENT;
        return isDivided ? rest : MessageStage.NOT_DIVIDED;
    }

    /** Batches of all producers, by the metrics of Kafka's client: weighted by the acknowledged messages of each. */
    private record ProducerBatches(List<ProducerResult> producers) {
        private static final String QUEUE_MILLIS = "record-queue-time-avg";
        private static final String RECORDS = "records-per-request-avg";
        private static final double NANOS_PER_MILLI = 1e6;
        /** Some requests of a warm-up can carry several messages. */
        private static final double SINGLE = 1.01;

        /**
         * Returns the mean time that a message waits in the client until its batch is sent. The client measures only the
         * first message of a batch. If n messages join it at an even rate, their mean is (n + 1) / 2n of that.
         */
        OptionalDouble queueNanos() {
            return mean(each -> {
                double records = Math.max(1, metric(each, RECORDS));
                return metric(each, QUEUE_MILLIS) * NANOS_PER_MILLI * (records + 1) / (2 * records);
            });
        }

        boolean areSingleMessages() {
            OptionalDouble records = mean(each -> metric(each, RECORDS));
            return records.isPresent() && records.getAsDouble() <= SINGLE;
        }

        private OptionalDouble mean(ToDoubleFunction<ProducerResult> figure) {
            double messages = known().mapToDouble(ProducerBatches::weight).sum();
            double sum = known().mapToDouble(each -> figure.applyAsDouble(each) * weight(each))
                    .sum();
            return messages > 0 ? OptionalDouble.of(sum / messages) : OptionalDouble.empty();
        }

        private Stream<ProducerResult> known() {
            return producers.stream()
                    .filter(each -> each.metrics().keySet().containsAll(List.of(QUEUE_MILLIS, RECORDS)));
        }

        private static double weight(ProducerResult producer) {
            return producer.counts().sends().acknowledged();
        }

        private static double metric(ProducerResult producer, String name) {
            return producer.metrics().getOrDefault(name, 0.0);
        }
    }
}
