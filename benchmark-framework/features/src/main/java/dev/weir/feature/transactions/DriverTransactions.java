package dev.weir.feature.transactions;

import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.DriverSection;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.Optional;
import java.util.function.Consumer;

/** The field {@code requestsPerTransaction} of a driver file, as in Redpanda's branch of OMB. */
record DriverTransactions() implements DriverSection {
    /** OMB's class that sends only in transactions, and needs their size. */
    private static final String TRANSACTIONAL = "io.openmessaging.benchmark.driver.redpanda.tx.RedpandaBenchmarkDriver";

    private static final TransactionSection STREAM = new TransactionSection();

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
        Optional<TransactionSpec> own = workload.run().sections().find(STREAM);
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
                ? workload.with(new Sections.Given<>(STREAM, new TransactionSpec(messages, 0)))
                : workload;
    }
}
