package dev.weir.workload.fields;

import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.Optional;

/** Fields of a workload's {@code transactions}. One row each, as {@link WorkloadFields}. */
public final class TransactionFields {
    private static final Field<Long> MESSAGES = Field.optional(
                    "messages",
                    new Whole(1, TransactionSpec.MAX_MESSAGES),
                    1L,
                    "how many messages a producer sends in each transaction: the first opens it, the last commits it")
            .in("messages");

    private static final Field<Double> ABORT_RATIO = Field.optional(
            "abortRatio",
            Decimal.in(0, 1),
            0.0,
            "part of the transactions that are aborted instead of committed, drawn from the seed; of these no message"
                    + " may reach a consumer");

    static final FieldTable TABLE = FieldTable.of("transactions mapping", MESSAGES, ABORT_RATIO);

    public static final Field<TransactionSpec> TRANSACTIONS = Field.free(
            "transactions",
            new MappingType<>(TABLE, values -> Optional.of(spec(values))),
            "producers send in transactions, by the same schedule; consumers read only committed messages");

    private TransactionFields() {}

    private static TransactionSpec spec(FieldValues values) {
        return new TransactionSpec(values.number(MESSAGES), values.get(ABORT_RATIO));
    }

    /** Adds transactions in the form of a file. */
    public static void put(TransactionSpec transactions, FieldWriter given) {
        if (transactions.isWanted()) {
            given.put(
                    TRANSACTIONS,
                    fields ->
                            fields.put(MESSAGES, transactions.messages()).put(ABORT_RATIO, transactions.abortRatio()));
        }
    }
}
