package dev.weir.workload.fields;

import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;

/** Fields of a workload file that name the run and configure its observation. */
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
}
