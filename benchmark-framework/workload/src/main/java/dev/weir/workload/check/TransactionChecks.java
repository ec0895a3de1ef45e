package dev.weir.workload.check;

import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.TransactionFields;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;

/** Checks fields that contradict transactions. */
final class TransactionChecks {
    /** Default of Kafka's clients: the broker aborts transactions that take longer. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

    private TransactionChecks() {}

    static void check(FieldValues values) {
        if (!values.given(TransactionFields.TRANSACTIONS)) {
            return;
        }
        if (LoadFields.isClosed(values)) {
            values.error(
                    TransactionFields.TRANSACTIONS,
                    "needs an open loop: set mode to open, with a producerRate; or remove it");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(TransactionFields.TRANSACTIONS, "has no effect without producers; remove it");
        }
        values.find(TransactionFields.TRANSACTIONS).ifPresent(spec -> checkTimeout(values, spec));
    }

    /** Checks the transaction timeout, because a transaction stays open until its last message is due. */
    private static void checkTimeout(FieldValues values, TransactionSpec spec) {
        double rate = values.find(RateFields.PRODUCER_RATE).orElse(0.0);
        double producers = (double) values.find(TopicFields.PRODUCERS).orElse(0L)
                * values.find(TopicFields.TOPICS).orElse(0L);
        double seconds = rate > 0 ? spec.messages() * producers / rate : 0;
        if (seconds >= DEFAULT_TIMEOUT.toSeconds()) {
            values.warning(
                    TransactionFields.TRANSACTIONS,
                    "keeps each transaction open for " + Math.round(seconds) + " s, until its " + spec.messages()
                            + " messages are due: brokers abort those that are open for longer than the producer's"
                            + " transaction.timeout.ms, 60 s by default");
        }
    }
}
