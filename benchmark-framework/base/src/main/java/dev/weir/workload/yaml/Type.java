package dev.weir.workload.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** Type of a field: how its values are read, and how they are described to a person and to an editor. */
public interface Type<T> {

    /** Returns the value of a node; empty, with a problem at the place, if it has another type. */
    Optional<T> read(Node node, Place place);

    /** Returns the allowed values, after "must be" in a message. */
    String allowed();

    /** Returns the allowed values as a JSON Schema. */
    Map<String, Object> schema();

    /** Returns whether a field with nothing after its colon counts as not given. */
    default boolean absentIfBlank() {
        return false;
    }

    /** Returns the fields of a mapping inside; empty if there is none with known names. */
    default Optional<FieldTable> inside() {
        return Optional.empty();
    }

    /** Creates a map of names and values that keeps their order: the schema files must not change from build to build. */
    static Map<String, Object> ordered(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return map;
    }
}
