package dev.weir.workload.fields;

import dev.weir.workload.Hooks;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.OneOrMoreType;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Fields of a workload's {@code hooks}. One row each, as {@link WorkloadFields}. */
public final class HookFields {
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

    static final FieldTable TABLE = FieldTable.of("hooks mapping", BEFORE_RUN, AFTER_RUN, TIMEOUT);

    public static final Field<Hooks> HOOKS = Field.free(
            "hooks",
            new MappingType<>(TABLE, HookFields::hooks),
            "commands of the shell before and after each run, on the coordinator's host");

    private HookFields() {}

    static Optional<Hooks> hooks(FieldValues values) {
        Duration timeout = values.get(TIMEOUT);
        if (timeout.isZero()) {
            values.error(TIMEOUT, "must be more than 0s");
            return Optional.empty();
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
