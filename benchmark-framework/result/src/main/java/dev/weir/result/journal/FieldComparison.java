package dev.weir.result.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.journal.Recomputation.FigureDifference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares fields of a result file with values computed again, and knows which fields no value confirms. */
final class FieldComparison {
    /** Sums of the same numbers in another order differ in their last digits. */
    private static final double TOLERANCE = 1e-9;

    private final JsonNode file;
    private final List<FigureDifference> differences = new ArrayList<>();
    private final Set<List<String>> confirmed = new HashSet<>();

    FieldComparison(JsonNode file) {
        this.file = file;
    }

    /** Returns the value of a field; missing if there is none. */
    JsonNode at(List<String> path) {
        JsonNode node = file;
        for (String name : path) {
            node = child(node, name);
        }
        return node;
    }

    /** Compares a field, and all fields in it, with a value. */
    void compare(List<String> path, Object computed) {
        compareTrees(path, at(path), DocumentReader.json().valueToTree(computed));
    }

    /**
     * Compares fields on top of the file.
     *
     * @param stated the fields as they were read, which may be more than those computed
     */
    void compareTop(Object stated, Object computed) {
        JsonNode known = DocumentReader.json().valueToTree(computed);
        for (String name : children(DocumentReader.json().valueToTree(stated), known)) {
            compareTrees(List.of(name), file.path(name), known.path(name));
        }
    }

    /** Compares a number, which several fields together determine, and confirms these. */
    void compareSum(String what, double stated, double computed, List<List<String>> fields) {
        if (!agree(stated, computed)) {
            differences.add(new FigureDifference(what, text(stated), text(computed)));
        }
        confirmed.addAll(fields);
    }

    private static String text(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15 ? String.valueOf((long) number) : "" + number;
    }

    void differs(List<String> path, String computed) {
        differences.add(new FigureDifference(String.join(".", path), text(at(path)), computed));
    }

    void confirm(List<String> path) {
        confirmed.add(path);
    }

    /** Takes back that fields were confirmed, because their values were computed of themselves. */
    void doubt(List<String> path) {
        confirmed.removeIf(each ->
                each.size() >= path.size() && each.subList(0, path.size()).equals(path));
    }

    private void compareTrees(List<String> path, JsonNode stated, JsonNode computed) {
        if (stated.isContainerNode() && computed.isContainerNode() && stated.isArray() == computed.isArray()) {
            confirmed.add(path);
            children(stated, computed)
                    .forEach(name -> compareTrees(with(path, name), child(stated, name), child(computed, name)));
            return;
        }
        confirmed.add(path);
        // Empty lists and values may be left out.
        boolean isEmpty = computed.isNull() || (computed.isContainerNode() && computed.isEmpty());
        if (!(stated.isMissingNode() && isEmpty) && !agree(stated, computed)) {
            differences.add(new FigureDifference(String.join(".", path), text(stated), text(computed)));
        }
    }

    static List<String> with(List<String> path, String... names) {
        List<String> longer = new ArrayList<>(path);
        longer.addAll(List.of(names));
        return longer;
    }

    private static Set<String> children(JsonNode one, JsonNode other) {
        Set<String> names = new LinkedHashSet<>(names(one));
        names.addAll(names(other));
        return names;
    }

    private static List<String> names(JsonNode of) {
        List<String> names = new ArrayList<>();
        of.fieldNames().forEachRemaining(names::add);
        for (int i = 0; of.isArray() && i < of.size(); i++) {
            names.add(String.valueOf(i));
        }
        return names;
    }

    private static JsonNode child(JsonNode of, String name) {
        return of.isArray() ? of.path(Integer.parseInt(name)) : of.path(name);
    }

    private static boolean agree(JsonNode stated, JsonNode computed) {
        if (stated.isIntegralNumber() && computed.isIntegralNumber()) {
            return stated.longValue() == computed.longValue();
        }
        boolean areNumbers = stated.isNumber() && computed.isNumber();
        return areNumbers ? agree(stated.asDouble(), computed.asDouble()) : stated.equals(computed);
    }

    private static boolean agree(double one, double other) {
        return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() ? "" : value.toString();
    }

    List<FigureDifference> differences() {
        return differences;
    }

    /** Returns the number of fields that were confirmed or differ. */
    int figures() {
        return confirmed.size();
    }

    /**
     * Returns the fields that nothing confirms, shortened: one in which nothing is confirmed stands for all in it, and
     * {@code []} for the entries of a list.
     */
    Set<String> unconfirmed() {
        Map<List<String>, Boolean> anyConfirmed = new LinkedHashMap<>();
        Set<List<String>> open = new LinkedHashSet<>();
        collect(file, List.of(), List.of(), anyConfirmed, open);
        Set<String> shown = new TreeSet<>();
        for (List<String> leaf : open) {
            int length = 1;
            while (length < leaf.size() && anyConfirmed.getOrDefault(leaf.subList(0, length), false)) {
                length++;
            }
            shown.add(shown(leaf.subList(0, length)));
        }
        return shown;
    }

    private void collect(
            JsonNode node,
            List<String> path,
            List<String> pattern,
            Map<List<String>, Boolean> anyConfirmed,
            Set<List<String>> open) {
        if (node.isContainerNode() && !node.isEmpty()) {
            for (String name : names(node)) {
                collect(
                        child(node, name),
                        with(path, name),
                        with(pattern, node.isArray() ? "[]" : name),
                        anyConfirmed,
                        open);
            }
        } else if (confirmed.contains(path)) {
            for (int length = 1; length <= pattern.size(); length++) {
                anyConfirmed.put(List.copyOf(pattern.subList(0, length)), true);
            }
        } else {
            open.add(pattern);
        }
    }

    private static String shown(List<String> pattern) {
        return String.join(".", pattern).replace(".[]", "[]");
    }
}
