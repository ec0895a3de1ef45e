package dev.weir.workload;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields that one kind of file may hold, in the order in which they are shown.
 *
 * @param kind of file, such as {@code workload file}
 * @param fields by name
 */
record FieldTable(String kind, Map<String, Field<?>> fields) {

    /** An empty table, to be filled by {@link #add}. */
    static FieldTable of(String kind) {
        return new FieldTable(kind, new LinkedHashMap<>());
    }

    /** The JSON Schema that lists the fields for people and editors. */
    String schema() {
        return "workloads/" + kind.replace(" file", "") + ".schema.json";
    }

    /** Adds a field at the end, and returns it for its reader to hold. */
    <T> Field<T> add(Field<T> field) {
        if (fields.putIfAbsent(field.name(), field) != null) {
            throw new IllegalArgumentException("a " + kind + " has two fields " + field.name());
        }
        return field;
    }

    /** This table with more fields after its own. */
    FieldTable with(Collection<? extends Field<?>> more) {
        FieldTable all = new FieldTable(kind, new LinkedHashMap<>(fields));
        more.forEach(all::add);
        return all;
    }

    /** The names by which a file can say one and the same thing. */
    List<String> spellings(Field<?> field) {
        List<String> names = new ArrayList<>();
        for (Field<?> each : fields.values()) {
            if (each.thing().equals(field.thing())) {
                names.add(each.name());
            }
        }
        return names;
    }
}
