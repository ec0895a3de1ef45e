package dev.weir.workload.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** One item, or a list of at least one. */
public record OneOrMoreType<T>(Type<T> item) implements Type<List<T>> {
    @Override
    public Optional<List<T>> read(Node node, Place place) {
        if (!(node instanceof SequenceNode sequence)) {
            return item.read(node, place).map(List::of);
        }
        if (sequence.getValue().isEmpty()) {
            return place.wrong(Nodes.line(node), "must list at least one, got an empty list");
        }
        return ListType.of(item).read(node, place);
    }

    @Override
    public boolean absentIfBlank() {
        return true;
    }

    @Override
    public String allowed() {
        return item.allowed() + ", or a list of them";
    }

    @Override
    public Map<String, Object> schema() {
        var list = new LinkedHashMap<>(ListType.of(item).schema());
        list.put("minItems", 1);
        return Map.of("anyOf", List.of(item.schema(), list));
    }
}
