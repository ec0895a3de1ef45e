package dev.weir.workload.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts a table of fields to a JSON Schema, with which editors complete, explain and check files. */
public final class JsonSchema {
    private JsonSchema() {}

    /** Returns the schema of a mapping, which is closed if there are no fields beyond the table's. */
    public static Map<String, Object> mapping(FieldTable table, boolean closed) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        var properties = new LinkedHashMap<String, Object>();
        table.fields().values().forEach(field -> properties.put(field.name(), property(field)));
        schema.put("properties", properties);
        if (closed) {
            schema.put("additionalProperties", false);
        }
        List<Object> rules = rules(table);
        if (!rules.isEmpty()) {
            schema.put("allOf", rules);
        }
        return schema;
    }

    private static <T> Map<String, Object> property(Field<T> field) {
        var property = new LinkedHashMap<String, Object>();
        property.put("description", description(field));
        field.otherwise().filter(JsonSchema::isPlain).ifPresent(value -> property.put("default", value));
        if (field.presence() instanceof Presence.Later<T> later) {
            property.putAll(later.off().isEmpty() ? Map.of("not", Map.of()) : Map.of("enum", later.off()));
        } else {
            property.putAll(field.type().schema());
        }
        return property;
    }

    private static <T> String description(Field<T> field) {
        String unit = field.unit().isEmpty() ? "" : " (" + field.unit() + ")";
        String later = field.presence() instanceof Presence.Later ? " Not supported." : "";
        return field.meaning() + unit + "." + later;
    }

    private static boolean isPlain(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    /** Returns the rules for required fields, and for spellings that exclude each other. */
    private static List<Object> rules(FieldTable table) {
        List<Object> rules = new ArrayList<>();
        for (Field<?> field : table.fields().values()) {
            List<String> names = table.spellings(field);
            if (field.presence() instanceof Presence.Required<?> required) {
                List<String> any = new ArrayList<>(names);
                table.insteadOf(required)
                        .filter(other -> isSupported(table, other))
                        .forEach(any::add);
                rules.add(any.size() == 1 ? required(any.get(0)) : anyOf(any));
            }
            if (!field.instead().isEmpty()) {
                rules.add(Map.of("not", Map.of("required", names)));
            }
        }
        return rules;
    }

    private static boolean isSupported(FieldTable table, String name) {
        Field<?> field = table.fields().get(name);
        return field != null && !(field.presence() instanceof Presence.Later<?>);
    }

    private static Map<String, Object> required(String name) {
        return Map.of("required", List.of(name));
    }

    private static Map<String, Object> anyOf(List<String> names) {
        return Map.of("anyOf", names.stream().map(JsonSchema::required).toList());
    }
}
