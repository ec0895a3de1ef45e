package dev.weir.workload.fields.goal;

import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A threshold: a condition, or a mapping with more fields. */
record ThresholdType() implements Type<Threshold> {
    private static final ConditionType SHORT = new ConditionType();
    private static final MappingType<Threshold> LONG =
            new MappingType<>(ThresholdFields.TABLE, ThresholdFields::threshold);

    @Override
    public Optional<Threshold> read(Node node, Place place) {
        return node instanceof MappingNode
                ? LONG.read(node, place)
                : SHORT.read(node, place).map(Threshold::of);
    }

    @Override
    public Optional<FieldTable> inside() {
        return Optional.of(ThresholdFields.TABLE);
    }

    @Override
    public String allowed() {
        return SHORT.allowed() + ", or " + LONG.allowed();
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("anyOf", List.of(SHORT.schema(), LONG.schema()));
    }

    /** A condition on a figure. */
    record ConditionType() implements Type<Condition> {
        @Override
        public Optional<Condition> read(Node node, Place place) {
            if (node instanceof ScalarNode scalar && !Nodes.tagged(node) && !Nodes.blank(node)) {
                return ConditionText.read(scalar.getValue(), message -> place.wrong(Nodes.line(node), message));
            }
            place.mustBe(allowed(), node);
            return Optional.empty();
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
