package dev.weir.workload.fields.campaign;

import dev.weir.workload.RunOrder;
import dev.weir.workload.fields.campaign.ChangesType.CampaignStep;
import dev.weir.workload.fields.campaign.ChangesType.Dimension;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.List;
import java.util.Locale;

/** Fields of a workload file that make several runs of it. One row each, as {@code WorkloadFields}. */
public final class CampaignFields {
    public static final int MAX_RUNS = 10_000;

    public static final Field<List<CampaignStep>> STEPS = Field.free(
            "steps",
            ListType.of(new ChangesType.OfStep()),
            "runs that differ: of each, the fields that it changes, by their names (`producerRate`,"
                    + " `keys.cardinality`, `subscriptions.NAME.consumers`) or as `driver.` and the field of the driver"
                    + " file (`driver.producerConfig.linger.ms`, `driver.replicationFactor`); nothing after the colon"
                    + " removes a field; `name` stands for stepN in the run's name");

    public static final Field<List<Dimension>> SWEEP = Field.free(
            "sweep",
            new ChangesType.OfSweep(),
            "fields as steps name them, with lists of values: all combinations run, in each step. As in OMB's"
                    + " templates, the field itself may also have a list of values");

    public static final Field<Long> REPEAT =
            Field.optional("repeat", new Whole(1, 1000), 1L, "how often each run is made");

    public static final Field<String> ORDER = Field.optional(
            "order",
            Choice.of("balanced", "interleaved", "random"),
            "balanced",
            "of the runs: balanced: each on all systems before the next, all once, then all again, as often as they"
                    + " are repeated, and of the systems another order each time (A B, then B A); interleaved: the same,"
                    + " with the systems always in the order of the command; random: drawn from the seed");

    public static final Field<Boolean> DISCARD_FIRST = Field.optional(
            "discardFirst",
            new Flag(),
            true,
            "if runs are repeated: whether each system first makes an additional run. This run is discarded: its "
                    + "result is kept and marked, and counts in no comparison. The first run of a process differs "
                    + "from later ones");

    public static final Field<String> NAME_FORMAT = Field.free(
            "nameFormat",
            new Text(),
            "OMB's name of each run where fields have lists of values, such as `${topics}-topics-${producerRate}`;"
                    + " not used if there is a name");

    /** Only these fields: they are read before the others, whose values they change. */
    public static final FieldTable TABLE =
            FieldTable.of("workload file", STEPS, SWEEP, REPEAT, ORDER, DISCARD_FIRST, NAME_FORMAT);

    private CampaignFields() {}

    public static RunOrder order(FieldValues values) {
        return RunOrder.valueOf(values.get(ORDER).toUpperCase(Locale.ROOT));
    }
}
