package dev.weir.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** What a field takes: how it is read, how it is described to a person, and how to an editor. */
sealed interface Type<T>
        permits ScalarType,
                PropertiesType,
                ThresholdType,
                ThresholdType.OfCondition,
                ChangesType.OfStep,
                ChangesType.OfSweep,
                Type.Items,
                Type.OneOrMore,
                Type.Entries,
                Type.Fields,
                RateFields.PointType,
                MetricsFields.EndpointType {

    /** The value that a node holds; empty, with a problem at the place, if it holds none of this type. */
    Optional<T> read(Node node, Place place);

    /** Follows "must be" in a message. */
    String allowed();

    /** The same as a JSON Schema. */
    Map<String, Object> schema();

    /** Whether a field with nothing behind its colon counts as not given. */
    default boolean absentIfBlank() {
        return false;
    }

    /** The fields of a mapping that stands in it; empty if there is none whose names are known. */
    default Optional<FieldTable> inside() {
        return Optional.empty();
    }

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
        public Optional<FieldTable> inside() {
            return item.inside();
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

    /** One item, or a list of at least one. */
    record OneOrMore<T>(Type<T> item) implements Type<List<T>> {
        @Override
        public Optional<List<T>> read(Node node, Place place) {
            if (!(node instanceof SequenceNode sequence)) {
                return item.read(node, place).map(List::of);
            }
            if (sequence.getValue().isEmpty()) {
                place.wrong(YamlFile.line(node), "must list at least one, got an empty list");
                return Optional.empty();
            }
            return Items.of(item).read(node, place);
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
            var list = new LinkedHashMap<>(Items.of(item).schema());
            list.put("minItems", 1);
            return Map.of("anyOf", List.of(item.schema(), list));
        }
    }

    /**
     * A mapping whose names are known, with a table of its own.
     *
     * @param make what its fields mean together, if each of them is right alone; empty, with a problem, if nothing
     */
    record Fields<T>(FieldTable table, Function<FieldValues, Optional<T>> make) implements Type<T> {
        @Override
        public Optional<T> read(Node node, Place place) {
            if (!(node instanceof MappingNode mapping)) {
                place.mustBe(allowed(), node);
                return Optional.empty();
            }
            Problems problems = place.file().problems();
            int before = problems.errors().size();
            FieldValues values = FieldReader.read(table, Scope.inside(place, YamlFile.line(node)), mapping);
            return problems.errors().size() == before ? make.apply(values) : Optional.empty();
        }

        @Override
        public boolean absentIfBlank() {
            return true;
        }

        @Override
        public Optional<FieldTable> inside() {
            return Optional.of(table);
        }

        @Override
        public String allowed() {
            return "a mapping of " + String.join(", ", table.fields().keySet());
        }

        @Override
        public Map<String, Object> schema() {
            return JsonSchema.mapping(table, true);
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

    /** A map of two entries that keeps their order: the schema files must not change from build to build. */
    static Map<String, Object> ordered(String first, Object one, String second, Object other) {
        var map = new LinkedHashMap<String, Object>();
        map.put(first, one);
        map.put(second, other);
        return map;
    }
}
