package dev.weir.workload.yaml;

import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Values of one mapping of a file.
 *
 * @param scope scope for problems with several fields together
 * @param lines lines of the given fields, right or wrong, counted from 1
 * @param values values of the correct ones
 * @param misspelt fields that were probably meant by unknown names
 * @param errors errors of the command when the mapping was read
 */
public record FieldValues(
        Scope scope, Map<String, Integer> lines, Map<Field<?>, Object> values, Set<String> misspelt, int errors) {

    /** Returns the value in the file, if it is correct. */
    @SuppressWarnings("unchecked") // FieldReader puts a T, and nothing else, for a Field<T>
    public <T> Optional<T> find(Field<T> field) {
        return Optional.ofNullable((T) values.get(field));
    }

    /** Returns the value in the file, if it is correct, or the field's default. */
    public <T> T get(Field<T> field) {
        return find(field)
                .or(field::otherwise)
                .orElseThrow(() -> new NoSuchElementException(field.name() + " is not given and has no default"));
    }

    /** Returns a whole number that the field's type keeps in the range of an int. */
    public int number(Field<Long> field) {
        return Math.toIntExact(get(field));
    }

    /** Returns whether the file gives the field, right or wrong. */
    public boolean given(Field<?> field) {
        return lines.containsKey(field.name());
    }

    /** Returns whether the file gives a correct list that is not empty. */
    public boolean hasEntries(Field<? extends List<?>> field) {
        return find(field).map(list -> !list.isEmpty()).orElse(false);
    }

    /** Returns whether {@link #get} returns what was meant for each: checks of wrong values are skipped. */
    public boolean sound(Field<?>... fields) {
        return Stream.of(fields)
                .allMatch(field -> given(field)
                        ? values.containsKey(field)
                        : field.otherwise().isPresent() && !misspelt.contains(field.name()));
    }

    /** Makes a value of the mapping, unless an error was added since the mapping was read. */
    public <T> Optional<T> unlessWrong(Supplier<T> make) {
        return file().problems().errorCount() == errors ? Optional.of(make.get()) : Optional.empty();
    }

    public YamlFile file() {
        return scope.file();
    }

    /** Adds a problem with a field, in its line; in that of the mapping if it is not given. Returns no value. */
    public <T> Optional<T> error(Field<?> field, String message) {
        scope.error(line(field), field.name(), message);
        return Optional.empty();
    }

    /** Adds a warning about a field: allowed, but perhaps not intended. */
    public void warning(Field<?> field, String message) {
        scope.warning(line(field), field.name(), message);
    }

    private int line(Field<?> field) {
        return lines.getOrDefault(field.name(), scope.line());
    }
}
