package dev.weir.feature.stages;

import dev.weir.feature.brokermetrics.BrokerRequests;
import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.MessageStage;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.document.RunClients;
import dev.weir.result.run.ProducerResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Divides latencies of a finished run into stages: by what Weir, the client and the brokers measured. The stages of a
 * mean add up to it, because the last one is the remainder.
 */
final class StageDivision {
    private static final double TAIL = 99;

    /** Parts of a produce request in the broker, up to when the message can be read. */
    private static final Map<MessageStage, String> UNTIL_READABLE = new EnumMap<>(Map.of(
            MessageStage.REQUEST_QUEUE,
            "requestqueue",
            MessageStage.LOCAL_LOG,
            "local",
            MessageStage.REPLICATION,
            "remote"));

    private static final Map<MessageStage, String> RESPONSE = new EnumMap<>(
            Map.of(MessageStage.RESPONSE_QUEUE, "responsequeue", MessageStage.RESPONSE_SEND, "responsesend"));
    private static final Map<MessageStage, String> FETCH_RESPONSE = new EnumMap<>(Map.of(
            MessageStage.FETCH_RESPONSE_QUEUE, "responsequeue", MessageStage.FETCH_RESPONSE_SEND, "responsesend"));

    private final LatencySet measured;
    private final ProducerBatches batches;
    private final Optional<BrokerRequests> produce;
    private final List<StageBreakdown> breakdowns = new ArrayList<>();

    private StageDivision(LatencySet measured, ProducerBatches batches, Optional<BrokerRequests> produce) {
        this.measured = measured;
        this.batches = batches;
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
        var division = new StageDivision(measured, new ProducerBatches(clients.producers()), produce);
        division.divide(measured.publishHeadline(), false);
        division.divide(measured.endToEndHeadline(), true);
        return division.breakdowns;
    }

    private void divide(Latency latency, boolean isDelivery) {
        if (!measured.has(latency)) {
            return;
        }
        LatencySamples samples = measured.of(latency);
        int brokers = produce.map(BrokerRequests::brokers).orElse(0);
        long mean = Math.round(samples.meanNanos());
        breakdowns.add(new StageBreakdown(
                latency.key(),
                StageBreakdown.MEAN,
                mean,
                samples.censored() > 0,
                brokers,
                withRemainder(meanStages(latency, isDelivery), mean, isDelivery)));
        if (samples.isAdequate(TAIL)) {
            breakdowns.add(new StageBreakdown(
                    latency.key(),
                    StageBreakdown.TAIL,
                    samples.percentileNanos(TAIL),
                    samples.isCensored(TAIL),
                    brokers,
                    tailStages(latency, isDelivery)));
        }
    }

    private List<StageTime> meanStages(Latency latency, boolean isDelivery) {
        Basis basis = batches.areSingleMessages() ? Basis.MEASURED : Basis.ESTIMATED;
        List<StageTime> stages = sendDelay(latency, LatencySamples::meanNanos, Basis.MEASURED);
        stages.add(stage(MessageStage.CLIENT_QUEUE, batches.queueNanos(), Basis.ESTIMATED));
        stages.addAll(inBrokers(isDelivery, BrokerRequests::meanNanos, basis));
        return stages;
    }

    private List<StageTime> tailStages(Latency latency, boolean isDelivery) {
        List<StageTime> stages = sendDelay(latency, samples -> samples.percentileNanos(TAIL), Basis.ESTIMATED);
        stages.add(StageTime.unknown(MessageStage.CLIENT_QUEUE));
        stages.addAll(inBrokers(isDelivery, BrokerRequests::tailNanos, Basis.ESTIMATED));
        stages.add(StageTime.unknown(remainder(isDelivery)));
        return stages;
    }

    private List<StageTime> sendDelay(Latency latency, ToDoubleFunction<LatencySamples> figure, Basis basis) {
        List<StageTime> stages = new ArrayList<>();
        if (latency.startsWhenDue()) {
            long nanos = Math.round(figure.applyAsDouble(measured.of(Latency.SEND_DELAY)));
            stages.add(StageTime.of(MessageStage.SEND_DELAY, nanos, basis));
        }
        return stages;
    }

    private List<StageTime> inBrokers(
            boolean isDelivery, BiFunction<BrokerRequests, String, OptionalDouble> figure, Basis basis) {
        List<StageTime> stages = new ArrayList<>();
        produce.ifPresent(times -> {
            UNTIL_READABLE.forEach((stage, part) -> stages.add(stage(stage, figure.apply(times, part), basis)));
            if (isDelivery) {
                BrokerRequests fetches = times.of("FetchConsumer");
                stages.add(StageTime.unknown(MessageStage.FETCH_WAIT));
                FETCH_RESPONSE.forEach(
                        (stage, part) -> stages.add(stage(stage, figure.apply(fetches, part), Basis.ESTIMATED)));
            } else {
                RESPONSE.forEach((stage, part) -> stages.add(stage(stage, figure.apply(times, part), basis)));
            }
        });
        return stages;
    }

    private static StageTime stage(MessageStage stage, OptionalDouble nanos, Basis basis) {
        return nanos.isPresent()
                ? StageTime.of(stage, Math.round(nanos.getAsDouble()), basis)
                : StageTime.unknown(stage);
    }

    private List<StageTime> withRemainder(List<StageTime> stages, long total, boolean isDelivery) {
        long left = total
                - stages.stream().mapToLong(each -> each.nanos().orElse(0)).sum();
        stages.add(StageTime.of(remainder(isDelivery), left, left < 0 ? Basis.INCONSISTENT : Basis.REMAINDER));
        return stages;
    }

    /** Without the mean times of requests, the remainder contains the brokers, too: some exporters have only percentiles. */
    private MessageStage remainder(boolean isDelivery) {
        if (produce.flatMap(times -> times.meanNanos("local").stream().boxed().findFirst())
                .isEmpty()) {
            return MessageStage.NOT_DIVIDED;
        }
        return isDelivery ? MessageStage.DELIVERY : MessageStage.NETWORK_AND_CLIENT;
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
            return messages > 0
                    ? OptionalDouble.of(known().mapToDouble(each -> figure.applyAsDouble(each) * weight(each))
                                    .sum()
                            / messages)
                    : OptionalDouble.empty();
        }

        private Stream<ProducerResult> known() {
            return producers.stream()
                    .filter(each -> each.metrics().containsKey(QUEUE_MILLIS)
                            && each.metrics().containsKey(RECORDS));
        }

        private static double weight(ProducerResult producer) {
            return producer.counts().sends().acknowledged();
        }

        private static double metric(ProducerResult producer, String name) {
            return producer.metrics().getOrDefault(name, 0.0);
        }
    }
}
