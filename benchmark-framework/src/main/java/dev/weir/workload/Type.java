package dev.weir.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** What a field takes: how it is read, how it is described to a person, and how to an editor. */
sealed interface Type<T> permits ScalarType, PropertiesType, Type.Items, Type.Entries, Type.Anything {

    /** The value that a node holds; empty, with a problem at the place, if it holds none of this type. */
    Optional<T> read(Node node, Place place);

    /** Follows "must be" in a message. */
    String allowed();

    /** The same as a JSON Schema. */
    Map<String, Object> schema();

    /**
     * A list.
     *
     * @param distinct whether each item may stand in it only once
     */
    record Items<T>(Type<T> item, boolean distinct) implements Type<List<T>> {
        /** A list of anything that its items may be. */
        static <T> Items<T> of(Type<T> item) {
            return new Items<>(item, false);
        }

        @Override
        public Optional<List<T>> read(Node node, Place place) {
            if (Place.blank(node)) {
                return Optional.of(List.of());
            }
            if (!(node instanceof SequenceNode sequence)) {
                place.mustBe(allowed(), node);
                return Optional.empty();
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
                place.wrong(YamlFile.line(node), "must list each once, got " + value + " twice");
                return false;
            }
            return true;
        }

        @Override
        public String allowed() {
            return "a list";
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "array", "items", item.schema());
        }
    }

    /** A mapping whose names are free. */
    record Entries<T>(Type<T> value) implements Type<Map<String, T>> {
        @Override
        public Optional<Map<String, T>> read(Node node, Place place) {
            if (Place.blank(node)) {
                return Optional.of(Map.of());
            }
            if (!(node instanceof MappingNode mapping)) {
                place.mustBe(allowed(), node);
                return Optional.empty();
            }
            Map<String, T> entries = new LinkedHashMap<>();
            for (NodeTuple each : mapping.getValue()) {
                new ScalarType.Text()
                        .read(each.getKeyNode(), place)
                        .ifPresent(name ->
                                value.read(each.getValueNode(), place).ifPresent(read -> entries.put(name, read)));
            }
            return entries.size() == mapping.getValue().size() ? Optional.of(entries) : Optional.empty();
        }

        @Override
        public String allowed() {
            return "a mapping";
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "object", "additionalProperties", value.schema());
        }
    }

    /** Whatever YAML can say: the inside of fields that are not supported yet. */
    record Anything() implements Type<String> {
        @Override
        public Optional<String> read(Node node, Place place) {
            return Optional.of(Place.got(node));
        }

        @Override
        public String allowed() {
            return "anything";
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of();
        }
    }

    /** A map of two entries that keeps their order: the schema files must not change from build to build. */
    static Map<String, Object> ordered(String first, Object one, String second, Object other) {
        var map = new LinkedHashMap<String, Object>();
        map.put(first, one);
        map.put(second, other);
        return map;
    }
}
