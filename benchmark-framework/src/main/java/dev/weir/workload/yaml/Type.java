package dev.weir.workload.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** What a field takes: how it is read, how it is described to a person, and how to an editor. */
public interface Type<T> {

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

    /** A map of two entries that keeps their order: the schema files must not change from build to build. */
    static Map<String, Object> ordered(String first, Object one, String second, Object other) {
        var map = new LinkedHashMap<String, Object>();
        map.put(first, one);
        map.put(second, other);
        return map;
    }
}
