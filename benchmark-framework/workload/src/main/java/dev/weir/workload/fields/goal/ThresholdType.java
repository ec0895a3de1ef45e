package dev.weir.workload.fields.goal;

import dev.weir.workload.goal.Threshold;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

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
}
