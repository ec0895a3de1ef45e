package dev.weir.workload.yaml;

import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one mapping of a file holds.
 *
 * @param scope for what turns out to be wrong with several fields together
 * @param lines of the fields that are given, right or wrong, counted from 1
 * @param values of those that are right
 * @param misspelt those that a name which is none was probably meant to be
 */
public record FieldValues(Scope scope, Map<String, Integer> lines, Map<Field<?>, Object> values, Set<String> misspelt) {

    /** The value that the file gives, if it gives a right one. */
    @SuppressWarnings("unchecked") // FieldReader puts a T, and nothing else, for a Field<T>
    public <T> Optional<T> find(Field<T> field) {
        return Optional.ofNullable((T) values.get(field));
    }

    /** The same, or the field's default. */
    public <T> T get(Field<T> field) {
        return find(field)
                .or(field::otherwise)
                .orElseThrow(() -> new NoSuchElementException(field.name() + " is not given and has no default"));
    }

    /** A whole number that the field's type keeps in the range of an int. */
    public int number(Field<Long> field) {
        return Math.toIntExact(get(field));
    }

    /** Whether the file gives the field, right or wrong. */
    public boolean given(Field<?> field) {
        return lines.containsKey(field.name());
    }

    /** Whether the file gives a list that is right and not empty. */
    public boolean hasEntries(Field<? extends List<?>> field) {
        return find(field).map(list -> !list.isEmpty()).orElse(false);
    }

    /** Whether {@link #get} is what was meant, for all of them. What rests on a wrong value is not worth a message. */
    public boolean sound(Field<?>... fields) {
        return Stream.of(fields)
                .allMatch(field -> given(field)
                        ? values.containsKey(field)
                        : field.otherwise().isPresent() && !misspelt.contains(field.name()));
    }

    /** The file that holds them. */
    public YamlFile file() {
        return scope.file();
    }

    /** A problem with a field, in its line; in that of the mapping if it is not given. */
    public void error(Field<?> field, String message) {
        scope.error(line(field), field.name(), message);
    }

    /** Something about a field that is allowed, but perhaps not meant. */
    public void warning(Field<?> field, String message) {
        scope.warning(line(field), field.name(), message);
    }

    private int line(Field<?> field) {
        return lines.getOrDefault(field.name(), scope.line());
    }
}
