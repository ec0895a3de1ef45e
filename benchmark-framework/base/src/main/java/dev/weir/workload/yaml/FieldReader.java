package dev.weir.workload.yaml;

import dev.weir.driver.config.NearestName;
import dev.weir.feature.Features;
import dev.weir.workload.text.NumberText;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads the fields of one mapping by their table, and reports all problems of single fields. */
public final class FieldReader {
    private static final int MAX_LISTED = 15;

    private final FieldTable table;
    private final Scope scope;
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final Map<Field<?>, Object> values = new HashMap<>();
    private final Set<String> refused = new HashSet<>();
    private final Set<String> suggested = new HashSet<>();
    private final Set<String> unknown = new LinkedHashSet<>();

    private FieldReader(FieldTable table, Scope scope) {
        this.table = table;
        this.scope = scope;
    }

    /** Reads the mapping at the top of a file, as far as possible. */
    public static FieldValues read(FieldTable table, YamlFile file, MappingNode mapping) {
        return read(table, new Scope(file, "", 0), mapping);
    }

    public static FieldValues read(FieldTable table, Scope scope, MappingNode mapping) {
        var reader = new FieldReader(table, scope);
        for (NodeTuple each : mapping.getValue()) {
            reader.entry(each.getKeyNode(), each.getValueNode());
        }
        reader.unknown.forEach(reader::unknown);
        table.fields().values().forEach(reader::checkPresence);
        return new FieldValues(
                scope,
                reader.lines,
                reader.values,
                reader.suggested,
                scope.file().problems().errorCount());
    }

    private void entry(Node key, Node value) {
        int line = Nodes.line(key);
        if (!(key instanceof ScalarNode scalar) || Nodes.tagged(key)) {
            scope.error(line, "", "a field's name must be a text, got " + Nodes.got(key));
            return;
        }
        String name = scalar.getValue();
        Field<?> field = table.fields().get(name);
        Integer earlier = lines.putIfAbsent(name, line);
        if (earlier != null) {
            scope.error(line, name, "is given twice, first " + scope.file().where(earlier) + "; keep one");
        } else if (field == null) {
            unknown.add(name);
        } else {
            known(field, line, value);
        }
    }

    private void unknown(String name) {
        if (scope.file().lacksFeatures()) {
            return; // the field may belong to a feature that is missing, too
        }
        Set<String> names = new LinkedHashSet<>(table.fields().keySet());
        names.removeAll(table.missing());
        Optional<String> nearest = scope.file().problems().isFull() ? Optional.empty() : NearestName.of(name, names);
        nearest.ifPresent(suggested::add);
        if (nearest.isEmpty() && !table.missing().isEmpty()) {
            scope.error(
                    lines.getOrDefault(name, 0),
                    name,
                    "is not a field of a " + table.kind() + " without " + Features.JAR
                            + "; add the jar, or remove the field");
            return;
        }
        String remedy = nearest.map(near -> "did you mean " + near + "?")
                .orElseGet(() -> names.size() <= MAX_LISTED || table.list().isEmpty()
                        ? "the fields are " + String.join(", ", names)
                        : table.list() + " lists the fields");
        scope.error(lines.getOrDefault(name, 0), name, "is not a field of a " + table.kind() + "; " + remedy);
    }

    private <T> void known(Field<T> field, int line, Node node) {
        if (field.type().absentIfBlank() && Nodes.blank(node)) {
            lines.remove(field.name()); // "payloadFile:" is how OMB's files say that there is none
            return;
        }
        reportOtherSpelling(field, line);
        var place = new Place(scope.file(), scope.path(field.name()), field.unit());
        if (Nodes.tagged(node)) {
            place.mustBe(field.type().allowed(), node);
        } else if (field.presence() instanceof Presence.Later<T> later) {
            refused.add(field.name());
            field.type().read(node, place).ifPresent(value -> refuseUnlessOff(field, later, value, line, node));
        } else {
            field.type().read(node, place).ifPresent(value -> values.put(field, value));
        }
    }

    private void reportOtherSpelling(Field<?> field, int line) {
        for (String other : table.spellings(field)) {
            Integer earlier = lines.get(other);
            if (earlier != null && !other.equals(field.name())) {
                scope.error(
                        line,
                        field.name(),
                        "says the same as " + other + " " + scope.file().where(earlier) + "; keep one");
            }
        }
    }

    private <T> void refuseUnlessOff(Field<T> field, Presence.Later<T> later, T value, int line, Node node) {
        if (later.off().contains(value)) {
            refused.remove(field.name());
            return;
        }
        if (table.missing().contains(field.name()) && scope.file().lacksFeatures()) {
            return;
        }
        String accepted = later.off().stream()
                .filter(off -> !(off instanceof Collection || off instanceof Map))
                .map(off -> " or set it to " + (off instanceof Double number ? NumberText.plain(number) : off))
                .collect(Collectors.joining());
        String advice = later.advice().isEmpty() ? "" : ": " + later.advice();
        scope.notYet(
                line,
                field.name(),
                "is known, but not supported, got " + Nodes.got(node) + "; remove it" + accepted + advice);
    }

    /** Returns whether a field that makes another one optional has a value. */
    private boolean replaces(String name) {
        Field<?> field = table.fields().get(name);
        boolean supported = field != null && !(field.presence() instanceof Presence.Later<?>);
        Object value = field == null ? null : values.get(field);
        boolean isNothing = (value instanceof Collection<?> items && items.isEmpty())
                || (value instanceof Map<?, ?> entries && entries.isEmpty());
        return supported ? lines.containsKey(name) && !isNothing : refused.contains(name);
    }

    private void checkPresence(Field<?> field) {
        boolean given =
                table.spellings(field).stream().anyMatch(name -> lines.containsKey(name) || suggested.contains(name));
        if (field.presence() instanceof Presence.Required<?> required
                && !given
                && table.insteadOf(required).noneMatch(this::replaces)) {
            scope.error(
                    scope.line(), field.name(), "is missing; it must be " + field.allowed() + ": " + field.meaning());
        }
    }
}
