package dev.weir.workload.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A list, whose items have to differ if it is distinct. */
public record ListType<T>(Type<T> item, boolean distinct) implements Type<List<T>> {
    public static <T> ListType<T> of(Type<T> item) {
        return new ListType<>(item, false);
    }

    @Override
    public Optional<List<T>> read(Node node, Place place) {
        if (Nodes.blank(node)) {
            return Optional.of(List.of());
        }
        if (!(node instanceof SequenceNode sequence)) {
            boolean isItem = node instanceof ScalarNode scalar
                    && !Nodes.tagged(node)
                    && !scalar.getValue().isBlank();
            return place.mustBe(allowed(), node, isItem ? "; write it in brackets: [...]" : "");
        }
        List<T> items = new ArrayList<>();
        sequence.getValue()
                .forEach(each -> item.read(each, place)
                        .filter(value -> fits(value, items, each, place))
                        .ifPresent(items::add));
        return items.size() == sequence.getValue().size() ? Optional.of(List.copyOf(items)) : Optional.empty();
    }

    private boolean fits(T value, List<T> before, Node node, Place place) {
        if (distinct && before.contains(value)) {
            place.wrong(Nodes.line(node), "must list each once, got " + value + " twice");
            return false;
        }
        return true;
    }

    @Override
    public Optional<FieldTable> inside() {
        return item.inside();
    }

    @Override
    public String allowed() {
        return "a list";
    }

    @Override
    public Map<String, Object> schema() {
        return Type.ordered("type", "array", "items", item.schema());
    }
}
