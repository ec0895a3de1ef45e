package dev.weir.workload.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields of one kind of mapping, in the order in which they are shown. Immutable.
 *
 * @param kind kind of mapping, such as {@code workload file}
 * @param fields fields by name
 * @param list document with a long list of the fields; empty if there is none
 */
public record FieldTable(String kind, Map<String, Field<?>> fields, String list) {
    public FieldTable {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public static FieldTable of(String kind, Field<?>... fields) {
        return new FieldTable(kind, Map.of(), "").with(List.of(fields));
    }

    /** Returns this table with the document that lists its fields. */
    public FieldTable listedIn(String place) {
        return new FieldTable(kind, fields, place);
    }

    /** Returns this table with more fields after its own. */
    public FieldTable with(Collection<? extends Field<?>> more) {
        Map<String, Field<?>> all = new LinkedHashMap<>(fields);
        for (Field<?> field : more) {
            if (all.putIfAbsent(field.name(), field) != null) {
                throw new IllegalArgumentException("a " + kind + " has two fields " + field.name());
            }
        }
        return new FieldTable(kind, all, list);
    }

    /** Returns this table with those of more fields whose names it does not have. */
    public FieldTable withMissing(Collection<? extends Field<?>> more) {
        return with(
                more.stream().filter(field -> !fields.containsKey(field.name())).toList());
    }

    /** Returns all names of the same field. */
    public List<String> spellings(Field<?> field) {
        List<String> names = new ArrayList<>();
        for (Field<?> each : fields.values()) {
            if (each.mainName().equals(field.mainName())) {
                names.add(each.name());
            }
        }
        return names;
    }
}
