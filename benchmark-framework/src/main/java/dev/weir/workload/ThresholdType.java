package dev.weir.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A threshold: a condition, or a mapping that says more. */
record ThresholdType() implements Type<Threshold> {
    private static final OfCondition SHORT = new OfCondition();
    private static final Type.Fields<Threshold> LONG =
            new Type.Fields<>(ThresholdFields.TABLE, ThresholdFields::threshold);

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

    /** The condition alone. */
    record OfCondition() implements Type<Condition> {
        @Override
        public Optional<Condition> read(Node node, Place place) {
            if (node instanceof ScalarNode scalar && !Place.tagged(node) && !Place.blank(node)) {
                return ConditionText.read(scalar.getValue(), message -> place.wrong(YamlFile.line(node), message));
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
