package dev.weir.workload.yaml;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/** A mapping with a table of known names. A value is made only if each of its fields is correct. */
public record MappingType<T>(FieldTable table, Function<FieldValues, Optional<T>> make) implements Type<T> {
    @Override
    public Optional<T> read(Node node, Place place) {
        if (!(node instanceof MappingNode mapping)) {
            return place.mustBe(allowed(), node);
        }
        Problems problems = place.file().problems();
        int before = problems.errorCount();
        FieldValues values = FieldReader.read(table, new Scope(place.file(), place.field(), Nodes.line(node)), mapping);
        return problems.errorCount() == before ? make.apply(values) : Optional.empty();
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
