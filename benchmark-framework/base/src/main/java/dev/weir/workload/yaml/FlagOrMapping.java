package dev.weir.workload.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A mapping, or a flag in its place: false leaves the field out, and true stands for a value. */
public record FlagOrMapping<T>(MappingType<T> mapping, T whenTrue) implements ScalarType<T> {
    private static final Flag FLAG = new Flag();

    @Override
    public Optional<T> read(Node node, Place place) {
        if (node instanceof MappingNode) {
            return mapping.read(node, place);
        }
        boolean off = node instanceof ScalarNode scalar
                && FLAG.parse(scalar.getValue()).filter(on -> !on).isPresent();
        return off ? Optional.empty() : ScalarType.super.read(node, place);
    }

    @Override
    public Optional<T> parse(String text) {
        return FLAG.parse(text).filter(on -> on).map(on -> whenTrue);
    }

    @Override
    public Optional<FieldTable> inside() {
        return mapping.inside();
    }

    @Override
    public String allowed() {
        return FLAG.allowed() + ", or " + mapping.allowed();
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("anyOf", List.of(FLAG.schema(), mapping.schema()));
    }
}
