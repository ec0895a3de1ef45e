package dev.weir.workload.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** A mapping with any names. */
public record EntriesType<T>(Type<T> value) implements Type<Map<String, T>> {
    @Override
    public Optional<Map<String, T>> read(Node node, Place place) {
        if (Nodes.blank(node)) {
            return Optional.of(Map.of());
        }
        if (!(node instanceof MappingNode mapping)) {
            return place.mustBe(allowed(), node);
        }
        Map<String, T> entries = new LinkedHashMap<>();
        for (NodeTuple each : mapping.getValue()) {
            new ScalarType.Text()
                    .read(each.getKeyNode(), place)
                    .ifPresent(name -> value.read(each.getValueNode(), place).ifPresent(read -> {
                        if (entries.put(name, read) != null) {
                            place.wrong(Nodes.line(each.getKeyNode()), "has " + name + " twice; keep one");
                        }
                    }));
        }
        return entries.size() == mapping.getValue().size() ? Optional.of(entries) : Optional.empty();
    }

    @Override
    public String allowed() {
        return "a mapping";
    }

    @Override
    public Map<String, Object> schema() {
        return Type.ordered("type", "object", "additionalProperties", value.schema());
    }
}
