package dev.weir.workload.fields;

import dev.weir.workload.Hooks;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.OneOrMoreType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Fields of a workload file that name the run, configure its observation, and run commands around it. */
public final class RunFields {
    private static final Whole INTERVAL = new Whole(100, 3_600_000);

    public static final Field<String> NAME =
            Field.free("name", new Text(), "label of the workload; the file's base name if absent");

    public static final Field<Long> SAMPLE_RATE = Field.optional(
                    "sampleRateMillis", INTERVAL, 10_000L, "length of a reporting interval")
            .in("ms");

    public static final Field<Long> LOG_INTERVAL = Field.free(
                    "logIntervalMillis", INTERVAL, "AutoMQ's spelling of sampleRateMillis")
            .in("ms")
            .insteadOf(SAMPLE_RATE);

    private static final String ABORT = "abort";
    private static final String CONTINUE = "continue";

    public static final Field<String> WORKER_LOSS = Field.optional(
            "workerLoss",
            Choice.of(ABORT, CONTINUE),
            ABORT,
            "what happens when a worker is lost. abort: the run fails; continue: it goes on as long as one producer "
                    + "is left and each subscription and each pipeline has a reader left. The result reports what is"
                    + " missing, and what is unknown");

    public static final Field<Boolean> AUDIT = Field.optional(
            "audit",
            new Flag(),
            true,
            "whether every message is followed, to find those lost, duplicated or reordered");

    public static final Field<Long> SEED =
            Field.optional("seed", Whole.ANY, 1L, "of everything random: the same seed, the same run");

    private static final Field<List<String>> BEFORE_RUN = Field.free(
            "beforeRun",
            new OneOrMoreType<>(new Text()),
            "before each run, one after the other (`sh -c`); if one fails, the run is not started. They find"
                    + " `WEIR_RUN_ID`, `WEIR_WORKLOAD`, `WEIR_DRIVER` and `WEIR_RESULT` in their environment");

    private static final Field<List<String>> AFTER_RUN = Field.free(
            "afterRun",
            new OneOrMoreType<>(new Text()),
            "after each run, when its result is written, even if the run or a command before failed");

    private static final Field<Duration> TIMEOUT = Field.optional(
            "timeout", Time.SPAN, Hooks.TIMEOUT, "a command that takes longer is killed, with all that it has started");

    private static final FieldTable OF_HOOKS = FieldTable.of("hooks mapping", BEFORE_RUN, AFTER_RUN, TIMEOUT);

    public static final Field<Hooks> HOOKS = Field.free(
            "hooks",
            new MappingType<>(OF_HOOKS, RunFields::hooks),
            "commands of the shell before and after each run, on the coordinator's host");

    private RunFields() {}

    public static String name(FieldValues values) {
        return values.find(NAME).orElseGet(() -> values.file().baseName());
    }

    public static boolean continuesAfterLoss(FieldValues values) {
        return values.get(WORKER_LOSS).equals(CONTINUE);
    }

    public static void putWorkerLoss(boolean continues, FieldWriter given) {
        given.put(WORKER_LOSS, continues ? CONTINUE : ABORT);
    }

    /** Returns the length of a reporting interval, in either spelling. */
    public static Duration interval(FieldValues values) {
        return Duration.ofMillis(values.find(LOG_INTERVAL).orElseGet(() -> values.get(SAMPLE_RATE)));
    }

    private static Optional<Hooks> hooks(FieldValues values) {
        Duration timeout = values.get(TIMEOUT);
        if (timeout.isZero()) {
            return values.error(TIMEOUT, "must be more than 0s");
        }
        var hooks = new Hooks(
                values.find(BEFORE_RUN).orElse(List.of()),
                values.find(AFTER_RUN).orElse(List.of()),
                timeout);
        return Optional.of(hooks.isEmpty() ? Hooks.NONE : hooks);
    }

    public static void put(Hooks hooks, FieldWriter given) {
        if (!hooks.isEmpty()) {
            given.put(
                    HOOKS,
                    fields -> fields.putIf(!hooks.beforeRun().isEmpty(), BEFORE_RUN, hooks.beforeRun())
                            .putIf(!hooks.afterRun().isEmpty(), AFTER_RUN, hooks.afterRun())
                            .put(TIMEOUT, hooks.timeout()));
        }
    }
}
