package dev.weir.feature.transactions;

import dev.weir.driver.config.DriverConfig;
import dev.weir.plan.LoadPart;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.DriverSection;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The field {@code transactions} of a workload. */
public record TransactionSection() implements TransactionalSection<TransactionSection.TransactionSpec> {
    /** Default of Kafka's clients: the broker aborts transactions that take longer. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

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

    private static final FieldTable TABLE = FieldTable.of("transactions mapping", MESSAGES, ABORT_RATIO);

    public static final Field<TransactionSpec> TRANSACTIONS = Field.free(
            "transactions",
            new MappingType<>(
                    TABLE,
                    values -> Optional.of(new TransactionSpec(values.number(MESSAGES), values.get(ABORT_RATIO)))),
            "producers send in transactions, by the same schedule; consumers read only committed messages");

    @Override
    public Field<TransactionSpec> field() {
        return TRANSACTIONS;
    }

    /** Returns the value; empty beside a load of clients of its own, to which the field then belongs. */
    @Override
    public Optional<TransactionSpec> in(FieldValues values) {
        return values.find(TRANSACTIONS).filter(spec -> Sections.load(values).isEmpty());
    }

    @Override
    public void put(TransactionSpec transactions, FieldWriter given) {
        given.put(
                TRANSACTIONS,
                fields -> fields.put(MESSAGES, transactions.messages()).put(ABORT_RATIO, transactions.abortRatio()));
    }

    @Override
    public boolean reads() {
        return false;
    }

    /** Transactions imply {@code acks=all} and idempotence, whatever the driver file sets. */
    @Override
    public List<Metric> forbidden(TransactionSpec transactions) {
        return List.of(Metric.LOST, Metric.DUPLICATED, Metric.ABORTED_DELIVERED);
    }

    @Override
    public void check(FieldValues values) {
        if (!values.given(TRANSACTIONS)) {
            return;
        }
        if (LoadFields.isClosed(values)) {
            values.error(TRANSACTIONS, "needs an open loop: set mode to open, with a producerRate; or remove it");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(TRANSACTIONS, "has no effect without producers; remove it");
        }
        if (Sections.of(values).requestMessages() > 0) {
            values.error(
                    TRANSACTIONS,
                    "has no place beside requests and reads: a transaction has messages of its own and"
                            + " reads none; remove one of them");
        }
        values.find(TRANSACTIONS).ifPresent(spec -> checkTimeout(values, spec));
    }

    /** Checks the transaction timeout, because a transaction stays open until its last message is due. */
    private static void checkTimeout(FieldValues values, TransactionSpec spec) {
        double rate = values.find(RateFields.PRODUCER_RATE).orElse(0.0);
        double producers = (double) values.find(TopicFields.PRODUCERS).orElse(0L)
                * values.find(TopicFields.TOPICS).orElse(0L);
        double seconds = rate > 0 ? spec.messages() * producers / rate : 0;
        if (seconds >= DEFAULT_TIMEOUT.toSeconds()) {
            values.warning(
                    TRANSACTIONS,
                    "keeps each transaction open for " + Math.round(seconds) + " s, until its " + spec.messages()
                            + " messages are due: brokers abort those that are open for longer than the producer's"
                            + " transaction.timeout.ms, 60 s by default");
        }
    }

    /**
     * Transactions in which messages are sent.
     *
     * @param messages messages of each transaction, in [1, {@link #MAX_MESSAGES}]
     * @param abortRatio share of the transactions that are aborted on purpose, in [0, 1]; the seed selects them
     */
    public record TransactionSpec(int messages, double abortRatio) implements LoadPart {
        /** Largest transaction: a producer keeps the times of each message until its transaction ends. */
        static final int MAX_MESSAGES = 100_000;

        public TransactionSpec {
            if (messages < 1 || messages > MAX_MESSAGES || !(abortRatio >= 0 && abortRatio <= 1)) {
                throw new IllegalArgumentException("a transaction needs messages in [1, " + MAX_MESSAGES
                        + "] and an abortRatio in [0, 1], got " + messages + ", " + abortRatio);
            }
        }
    }

    /** The field {@code requestsPerTransaction} of a driver file, as in Redpanda's branch of OMB. */
    record DriverTransactions() implements DriverSection {
        /** OMB's class that sends only in transactions, and needs their size. */
        private static final String TRANSACTIONAL =
                "io.openmessaging.benchmark.driver.redpanda.tx.RedpandaBenchmarkDriver";

        static final Field<Long> REQUESTS = Field.optional(
                        "requestsPerTransaction",
                        new Whole(0, TransactionSpec.MAX_MESSAGES),
                        0L,
                        "messages of each transaction of a load, like transactions.messages of a workload; 0: none")
                .in("messages");

        @Override
        public Field<Long> field() {
            return REQUESTS;
        }

        /** Reports a missing size of transactions, because the file must not run without transactions. */
        @Override
        public void check(FieldValues values) {
            boolean named = values.find(DriverFields.DRIVER_CLASS)
                    .or(() -> values.find(DriverFields.DRIVER))
                    .filter(name -> name.strip().equals(TRANSACTIONAL))
                    .isPresent();
            if (named && values.sound(REQUESTS) && values.get(REQUESTS) == 0) {
                values.error(
                        REQUESTS,
                        "must be at least 1 with this class of OMB's, which sends in transactions; or name the driver"
                                + " redpanda");
            }
        }

        @Override
        public Workload on(DriverConfig config, Workload workload, Consumer<String> errors) {
            int messages = Integer.parseInt(config.settings().getOrDefault(REQUESTS.name(), "0"));
            Optional<TransactionSpec> own = workload.run().sections().find(new TransactionSection());
            String has = "";
            if (messages == 0) {
                return workload;
            } else if (workload.load().hasOwnClients()) {
                has = "a " + LoopSection.BENCHMARK.name() + ", which makes transactions of its own";
            } else if (own.isPresent() && own.get().messages() != messages) {
                has = "transactions of " + own.get().messages();
            } else if (workload.load() instanceof ClosedLoop) {
                has = "a closed loop, and transactions need an open one";
            } else if (workload.isInRequests()) {
                has = "requests, and a transaction is none";
            }
            if (!has.isEmpty()) {
                errors.accept("asks for transactions of " + messages + " messages, but the workload " + workload.name()
                        + " has " + has + "; remove one of them");
            }
            return own.isEmpty() && workload.load() instanceof OpenLoop
                    ? workload.with(new Sections.Given<>(new TransactionSection(), new TransactionSpec(messages, 0)))
                    : workload;
        }
    }
}
