package dev.weir.workload.fields;

import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A workload's {@code thresholds}, and the fields of an item that is a mapping. One row each. */
public final class ThresholdFields {
    private static final Field<Condition> CONDITION = Field.required(
            "condition",
            new ConditionType(),
            "condition, the same as the short form, of " + names(true) + " (each with .min, .mean, .max or a"
                    + " percentile), or of " + names(false));

    private static final Field<Duration> WINDOW = Field.free(
            "window",
            Time.SPAN,
            "it has to hold in every stretch of this length, rounded up to whole reporting intervals, and the worst is"
                    + " shown; in the measurement as a whole if absent");

    private static final Field<Boolean> ABORT = Field.optional(
            "abort", new Flag(), false, "whether the run ends, in good order, as soon as the threshold is missed");

    private static final Field<Duration> AFTER = Field.free(
            "after", Time.SPAN, "earliest time in the measurement at which the run is aborted; 0s if absent");

    private static final FieldTable TABLE = FieldTable.of("threshold", CONDITION, WINDOW, ABORT, AFTER);

    public static final Field<List<Threshold>> THRESHOLDS = Field.optional(
            "thresholds",
            new ListType<>(new ThresholdType(), true),
            List.of(),
            "what the result has to keep to, or the exit status is 99; with acks=all that nothing acknowledged is"
                    + " lost, and with idempotence that nothing is duplicated, is judged always");

    private ThresholdFields() {}

    public static void put(List<Threshold> thresholds, FieldWriter given) {
        given.put(THRESHOLDS, thresholds.stream().map(ThresholdFields::of).toList());
    }

    private static String names(boolean latencies) {
        return Stream.of(Metric.values())
                .filter(metric -> latencies == (metric.kind() == Metric.Kind.LATENCY))
                .map(Metric::key)
                .collect(Collectors.joining(", "));
    }

    private static Optional<Threshold> threshold(FieldValues values) {
        Condition condition = values.get(CONDITION);
        for (Field<?> field : new Field<?>[] {WINDOW, ABORT}) {
            boolean asks = values.find(field).isPresent() && !values.find(field).equals(Optional.of(false));
            if (asks && !condition.metric().isOfIntervals()) {
                values.error(
                        field,
                        "has no effect: " + condition.metric().key() + " is known when the run is over; remove it");
            }
        }
        if (values.find(WINDOW).map(Duration::isZero).orElse(false)) {
            values.error(WINDOW, "must be more than 0s; remove it to judge the measurement as a whole");
        }
        if (values.given(AFTER) && !values.get(ABORT)) {
            values.error(AFTER, "has no effect without abort: true; set that, or remove this");
        }
        Duration after = values.find(AFTER).orElse(Duration.ZERO);
        return values.unlessWrong(() -> new Threshold(condition, values.find(WINDOW), values.get(ABORT), after));
    }

    /** Returns a threshold in the form of a file: a text, if that is sufficient. */
    public static Object of(Threshold threshold) {
        String condition = threshold.condition().text();
        return threshold.equals(Threshold.of(threshold.condition()))
                ? condition
                : FieldWriter.mapping(fields -> fields.put(CONDITION, condition)
                        .put(WINDOW, threshold.window())
                        .put(ABORT, threshold.aborts())
                        .putIf(threshold.aborts(), AFTER, threshold.after()));
    }

    /** A threshold: a condition, or a mapping with more fields. */
    public record ThresholdType() implements Type<Threshold> {
        private static final ConditionType SHORT = new ConditionType();
        private static final MappingType<Threshold> LONG = new MappingType<>(TABLE, ThresholdFields::threshold);

        @Override
        public Optional<Threshold> read(Node node, Place place) {
            return node instanceof MappingNode
                    ? LONG.read(node, place)
                    : SHORT.read(node, place).map(Threshold::of);
        }

        @Override
        public Optional<FieldTable> inside() {
            return Optional.of(TABLE);
        }

        @Override
        public String allowed() {
            return SHORT.allowed() + ", or " + LONG.allowed();
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("anyOf", List.of(SHORT.schema(), LONG.schema()));
        }
    }

    record ConditionType() implements Type<Condition> {
        @Override
        public Optional<Condition> read(Node node, Place place) {
            if (node instanceof ScalarNode scalar && !Nodes.tagged(node) && !Nodes.blank(node)) {
                return ConditionText.read(scalar.getValue(), message -> place.wrong(Nodes.line(node), message));
            }
            return place.mustBe(allowed(), node);
        }

        @Override
        public String allowed() {
            return ConditionText.ALLOWED;
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("type", "string");
        }
    }
}
