package dev.weir.workload.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fields of one kind of mapping, in the order in which they are shown. Immutable.
 *
 * @param kind kind of mapping, such as {@code workload file}
 * @param list document with a long list of the fields; empty if there is none
 * @param sufficient names of fields that make all required ones optional
 * @param missing names of fields that belong to features which are not installed, see {@link #withMissing}
 */
public record FieldTable(
        String kind, Map<String, Field<?>> fields, String list, Set<String> sufficient, Set<String> missing) {
    public FieldTable {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        sufficient = Set.copyOf(sufficient);
        missing = Set.copyOf(missing);
    }

    public static FieldTable of(String kind, Field<?>... fields) {
        return new FieldTable(kind, Map.of(), "", Set.of(), Set.of()).with(List.of(fields));
    }

    public FieldTable listedIn(String place) {
        return new FieldTable(kind, fields, place, sufficient, missing);
    }

    public FieldTable sufficient(Set<String> names) {
        return new FieldTable(kind, fields, list, names, missing);
    }

    /** Returns the names of fields that make a required one optional. */
    Stream<String> insteadOf(Presence.Required<?> required) {
        return Stream.concat(required.unless().stream(), sufficient.stream());
    }

    /** Returns this table with more fields after its own. */
    public FieldTable with(Collection<? extends Field<?>> more) {
        Map<String, Field<?>> all = new LinkedHashMap<>(fields);
        for (Field<?> field : more) {
            if (all.putIfAbsent(field.name(), field) != null) {
                throw new IllegalArgumentException("a " + kind + " has two fields " + field.name());
            }
        }
        return new FieldTable(kind, all, list, sufficient, missing);
    }

    /**
     * Returns this table with those of more fields whose names it does not have: the features that have them are not
     * installed. Then a file gets one message about fields of features, whether they are here or not.
     */
    public FieldTable withMissing(Collection<? extends Field<?>> more) {
        List<? extends Field<?>> added =
                more.stream().filter(field -> !fields.containsKey(field.name())).toList();
        Set<String> names = added.stream().map(Field::name).collect(Collectors.toSet());
        return new FieldTable(kind, fields, list, sufficient, names).with(added);
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
