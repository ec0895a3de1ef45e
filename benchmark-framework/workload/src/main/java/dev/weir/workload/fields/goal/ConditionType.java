package dev.weir.workload.fields.goal;

import dev.weir.workload.goal.Condition;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.Type;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

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
