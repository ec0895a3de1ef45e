package dev.weir.workload;

import dev.weir.workload.ScalarType.Decimal;
import dev.weir.workload.ScalarType.Whole;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The fields of a workload's {@code transactions}. One row each, as {@link WorkloadFields}. */
final class TransactionFields {
    static final FieldTable TABLE = FieldTable.of("transactions mapping");

    /** Of Kafka's clients: what takes longer the broker aborts. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

    private static final Field<Long> MESSAGES = TABLE.add(Field.optional(
                    "messages",
                    new Whole(1, TransactionSpec.MOST_MESSAGES),
                    1L,
                    "how many messages a producer sends in each transaction: the first opens it, the last commits it")
            .in("messages"));

    private static final Field<Double> ABORT_RATIO = TABLE.add(Field.optional(
            "abortRatio",
            Decimal.in(0, 1),
            0.0,
            "part of the transactions that are aborted instead of committed, drawn from the seed; of these no message may"
                    + " reach a consumer"));

    static final Field<TransactionSpec> TRANSACTIONS = Field.free(
            "transactions",
            new Type.Fields<>(TABLE, values -> Optional.of(spec(values))),
            "producers send in transactions, by the same schedule; consumers read only what is committed");

    private TransactionFields() {}

    private static TransactionSpec spec(FieldValues values) {
        return new TransactionSpec(values.number(MESSAGES), values.get(ABORT_RATIO));
    }

    /** Transactions in the words of a file. */
    static void put(TransactionSpec transactions, Map<Field<?>, Object> given) {
        if (transactions.isWanted()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put(MESSAGES.name(), transactions.messages());
            fields.put(ABORT_RATIO.name(), EffectiveFiles.number(transactions.abortRatio()));
            given.put(TRANSACTIONS, fields);
        }
    }

    /** What does not go together with them. */
    static void check(FieldValues values) {
        if (!values.given(TRANSACTIONS)) {
            return;
        }
        if (LoadFields.isClosed(values)) {
            values.error(TRANSACTIONS, "needs an open loop: set mode to open, with a producerRate; or remove it");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(TRANSACTIONS, "has no effect without producers; remove it");
        }
        if (values.given(LoadFields.RECORDS)
                || values.find(LoadFields.READ_RATIO).orElse(0.0) > 0) {
            values.error(
                    TRANSACTIONS,
                    "has no place beside " + LoadFields.RECORDS.name() + " and " + LoadFields.READ_RATIO.name()
                            + ": a transaction has messages of its own and reads none; remove one of them");
        }
        values.find(TRANSACTIONS).ifPresent(spec -> checkTimeout(values, spec));
    }

    /** A transaction stays open until its last message is due. */
    private static void checkTimeout(FieldValues values, TransactionSpec spec) {
        double rate = values.find(WorkloadFields.PRODUCER_RATE).orElse(0.0);
        double producers = (double) values.find(WorkloadFields.PRODUCERS).orElse(0L)
                * values.find(WorkloadFields.TOPICS).orElse(0L);
        double seconds = rate > 0 ? spec.messages() * producers / rate : 0;
        if (seconds >= DEFAULT_TIMEOUT.toSeconds()) {
            values.warning(
                    TRANSACTIONS,
                    "keeps each transaction open for " + Math.round(seconds) + " s, until its " + spec.messages()
                            + " messages are due: brokers abort those that are open for longer than the producer's"
                            + " transaction.timeout.ms, 60 s if it says nothing");
        }
    }
}
