package dev.weir.workload.yaml;

import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Writes values as a file has them: the opposite of {@link FieldReader}. One thread. */
public final class FieldWriter {
    private final Map<Field<?>, Object> given = new LinkedHashMap<>();

    /** Gives a field a value. An empty optional leaves the field out. */
    public FieldWriter put(Field<?> field, Object value) {
        written(value).ifPresent(text -> given.put(field, text));
        return this;
    }

    public FieldWriter putIf(boolean holds, Field<?> field, Object value) {
        return holds ? put(field, value) : this;
    }

    public FieldWriter put(Field<?> field, Consumer<FieldWriter> inside) {
        return put(field, mapping(inside));
    }

    /** Gives a field a list with a mapping for each item. No items leave the field out. */
    public <T> FieldWriter put(Field<?> field, List<T> items, BiConsumer<T, FieldWriter> inside) {
        List<Map<String, Object>> list = items.stream()
                .map(item -> mapping(fields -> inside.accept(item, fields)))
                .toList();
        return putIf(!list.isEmpty(), field, list);
    }

    /** Returns the mapping of some fields by their names, in the order in which they are put. */
    public static Map<String, Object> mapping(Consumer<FieldWriter> inside) {
        var writer = new FieldWriter();
        inside.accept(writer);
        Map<String, Object> fields = new LinkedHashMap<>();
        writer.given.forEach((field, value) -> fields.put(field.name(), value));
        return Collections.unmodifiableMap(fields);
    }

    /** Returns the fields by their names, in the order of a table. */
    public Map<String, Object> inOrder(FieldTable table) {
        Map<String, Object> fields = new LinkedHashMap<>();
        table.fields().values().stream()
                .filter(given::containsKey)
                .forEach(field -> fields.put(field.name(), given.get(field)));
        return Collections.unmodifiableMap(fields);
    }

    private static Optional<Object> written(Object value) {
        if (value instanceof Optional<?> some) {
            return some.flatMap(FieldWriter::written);
        }
        if (value instanceof OptionalDouble some) {
            return some.stream().mapToObj(NumberText::written).findFirst().map(number -> number);
        }
        if (value instanceof OptionalLong some) {
            return some.stream().boxed().findFirst().map(number -> number);
        }
        if (value instanceof OptionalInt some) {
            return some.stream().boxed().findFirst().map(number -> number);
        }
        return Optional.of(
                value instanceof Duration length
                        ? DurationText.of(length)
                        : value instanceof Double number ? NumberText.written(number) : value);
    }
}
