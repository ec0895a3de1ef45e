package dev.weir.result.stage;

import dev.weir.result.run.ProducerResult;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Batches of all producers, by the metrics of Kafka's client: weighted by the acknowledged messages of each. */
record ProducerBatches(List<ProducerResult> producers) {
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

    /** Returns whether each request is known to carry one message. */
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
