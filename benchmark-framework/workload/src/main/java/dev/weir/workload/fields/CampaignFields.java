package dev.weir.workload.fields;

import dev.weir.workload.RunOrder;
import dev.weir.workload.text.Checks;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Whole;
import dev.weir.workload.yaml.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Fields of a workload file that make several runs of it, and their values. One row each, as {@link WorkloadFields}.
 * Whether a field that {@code steps} or {@code sweep} change exists is checked when the run is made.
 */
public final class CampaignFields {
    public static final int MAX_RUNS = 10_000;

    /** Fields that no run can change. When a single run is repeated, it has none of them except hooks. */
    private static final Set<String> OF_ALL_RUNS =
            Set.of("steps", "sweep", "repeat", "order", "discardFirst", "nameFormat", "hooks");

    public static final Field<List<CampaignStep>> STEPS = Field.free(
            "steps",
            ListType.of(new OfStep()),
            "runs that differ: of each, the fields that it changes, by their names (`producerRate`,"
                    + " `keys.cardinality`, `subscriptions.NAME.consumers`) or as `driver.` and the field of the driver"
                    + " file (`driver.producerConfig.linger.ms`, `driver.replicationFactor`); nothing after the colon"
                    + " removes a field; `name` stands for stepN in the run's name");

    public static final Field<List<Dimension>> SWEEP = Field.free(
            "sweep",
            new OfSweep(),
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

    /** One of the {@code steps}: a mapping of fields to values, and its {@code name}. */
    record OfStep() implements Type<CampaignStep> {
        @Override
        public Optional<CampaignStep> read(Node node, Place place) {
            if (!(node instanceof MappingNode mapping)) {
                return place.mustBe(allowed(), node);
            }
            Problems problems = place.file().problems();
            int before = problems.errorCount();
            List<FieldChange> changes = new ArrayList<>();
            Set<String> seen = new TreeSet<>();
            String name = "";
            for (NodeTuple each : mapping.getValue()) {
                if (Nodes.name(each).equals("name")) {
                    name = Nodes.text(each.getValueNode());
                } else {
                    path(each.getKeyNode(), place)
                            .map(path -> new FieldChange(path, each.getKeyNode(), each.getValueNode()))
                            .ifPresent(changes::add);
                }
            }
            changes.stream()
                    .filter(change -> !seen.add(change.path()))
                    .forEach(change -> place.wrong(change.line(), "gives " + change.path() + " twice; keep one"));
            return problems.errorCount() == before
                    ? Optional.of(new CampaignStep(Nodes.line(node), name, changes))
                    : Optional.empty();
        }

        @Override
        public String allowed() {
            return "a mapping of fields to values, such as {producerRate: 5000}";
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("type", "object");
        }
    }

    /** The {@code sweep}: a mapping of fields to lists of values. */
    record OfSweep() implements Type<List<Dimension>> {
        @Override
        public Optional<List<Dimension>> read(Node node, Place place) {
            if (Nodes.blank(node)) {
                return Optional.of(List.of());
            }
            if (!(node instanceof MappingNode mapping)) {
                return place.mustBe(allowed(), node);
            }
            List<Dimension> dimensions = new ArrayList<>();
            for (NodeTuple each : mapping.getValue()) {
                path(each.getKeyNode(), place)
                        .flatMap(path -> dimension(path, each.getKeyNode(), each.getValueNode(), place))
                        .ifPresent(dimensions::add);
            }
            return dimensions.size() == mapping.getValue().size() ? Optional.of(dimensions) : Optional.empty();
        }

        @Override
        public String allowed() {
            return "a mapping of fields to lists of values, such as {producerRate: [5000, 10000]}";
        }

        @Override
        public Map<String, Object> schema() {
            Map<String, Object> list = Type.ordered("type", "array", "minItems", 1);
            return Type.ordered("type", "object", "additionalProperties", list);
        }
    }

    /** Reads a field with a list of different values; empty, with a problem, if it is none. */
    public static Optional<Dimension> dimension(String path, Node key, Node value, Place place) {
        Place field = new Place(place.file(), place.field().isEmpty() ? path : place.field() + "." + path, "");
        if (!(value instanceof SequenceNode list) || list.getValue().isEmpty()) {
            return field.mustBe("a list of at least one value", value, value instanceof SequenceNode ? " of none" : "");
        }
        List<FieldChange> changes = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        for (Node each : list.getValue()) {
            // In a list over several lines, the key has the value's line.
            var change = new FieldChange(path, Nodes.scalar(Nodes.text(key), each), each);
            changes.add(change);
            if (!seen.add(change.text())) {
                field.wrong(Nodes.line(each), "must list each once, got " + change.shown() + " twice");
            }
        }
        return seen.size() == changes.size() ? Optional.of(new Dimension(changes)) : Optional.empty();
    }

    private static Optional<String> path(Node key, Place place) {
        if (!(key instanceof ScalarNode scalar) || Nodes.tagged(key)) {
            return place.wrong(Nodes.line(key), "must have the names of fields, got " + Nodes.got(key));
        }
        String path = scalar.getValue();
        String top = path.contains(".") ? path.substring(0, path.indexOf('.')) : path;
        if (top.equals("driver") && top.equals(path)) {
            return place.wrong(
                    Nodes.line(key),
                    "must name a field of the driver, such as driver.producerConfig.linger.ms, got driver alone");
        }
        if (OF_ALL_RUNS.contains(top)) {
            return place.wrong(
                    Nodes.line(key), "cannot change " + top + ", which is for all runs of the file; give it above");
        }
        return Optional.of(path);
    }

    /** One of a file's {@code steps}: its line, or 0 without steps, its name, if it has one, and its changes. */
    public record CampaignStep(int line, String name, List<FieldChange> changes) {
        /** The step of a file without steps. */
        public static final CampaignStep NONE = new CampaignStep(0, "", List.of());

        public CampaignStep {
            changes = List.copyOf(changes);
        }

        /** Returns whether both have the same changes, whatever their names. */
        public boolean isSameAs(CampaignStep other) {
            return texts().equals(other.texts());
        }

        private Set<String> texts() {
            return changes.stream()
                    .map(change -> change.path() + "=" + change.text())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** A field and its successive values, at least one: a change for each. */
    public record Dimension(List<FieldChange> changes) {
        public Dimension {
            changes = List.copyOf(changes);
            Checks.refuseIf(changes.isEmpty(), "a dimension must have at least one value, got none");
        }

        public String path() {
            return changes.get(0).path();
        }

        public int line() {
            return changes.get(0).line();
        }

        /** Returns whether both change the same field, or one changes a part of the other's field. */
        public boolean meets(FieldChange other, FieldTable table) {
            return meets(path(), other.path()) || (!other.isOfDriver() && sameThing(other.top(), table));
        }

        private boolean sameThing(String otherTop, FieldTable table) {
            Field<?> field = table.fields().get(changes.get(0).top());
            return field != null && table.spellings(field).contains(otherTop) && !path().contains(".");
        }

        private static boolean meets(String one, String other) {
            return one.equals(other) || one.startsWith(other + ".") || other.startsWith(one + ".");
        }
    }
}
