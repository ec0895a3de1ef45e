package dev.weir.result.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.journal.Recomputation.FigureDifference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares fields of a result file with values computed again, and knows which fields no value confirms. A path of a field is
 * a JSON pointer: {@code /weir/parts/0/seconds}.
 */
final class FieldComparison {
    /** Sums of the same numbers in another order differ in their last digits. */
    private static final double TOLERANCE = 1e-9;

    private final JsonNode file;
    private final List<FigureDifference> differences = new ArrayList<>();
    private final Set<String> confirmed = new HashSet<>();

    FieldComparison(JsonNode file) {
        this.file = file;
    }

    /** Returns the field at a path; a missing node if there is none. */
    JsonNode at(String path) {
        return file.at(path);
    }

    /** Compares a field, and all fields in it, with a value. */
    void compare(String path, Object computed) {
        compareTrees(path, at(path), DocumentReader.json().valueToTree(computed));
    }

    /** Compares fields on top of the file, but for unknown ones; the stated ones may be more than those computed. */
    void compareTop(Object stated, Object computed, Set<String> unknown) {
        JsonNode known = DocumentReader.json().valueToTree(computed);
        Set<String> names = children(DocumentReader.json().valueToTree(stated), known);
        names.removeAll(unknown);
        names.forEach(name -> compareTrees(with("", name), file.path(name), known.path(name)));
    }

    /** Compares a number, which several fields together determine, and confirms these. */
    void compareSum(String what, double stated, double computed, List<String> fields) {
        if (!agree(stated, computed)) {
            differences.add(new FigureDifference(what, text(stated), text(computed)));
        }
        confirmed.addAll(fields);
    }

    private static String text(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15 ? String.valueOf((long) number) : "" + number;
    }

    void differs(String path, String computed) {
        differences.add(new FigureDifference(shown(path), text(at(path)), computed));
    }

    void confirm(String path) {
        confirmed.add(path);
    }

    /** Takes back that fields were confirmed, because their values were computed of themselves. */
    void doubt(String path) {
        String inside = path + "/";
        confirmed.removeIf(each -> each.equals(path) || each.startsWith(inside));
    }

    private void compareTrees(String path, JsonNode stated, JsonNode computed) {
        confirmed.add(path);
        if (stated.isContainerNode() && computed.isContainerNode() && stated.isArray() == computed.isArray()) {
            children(stated, computed)
                    .forEach(name -> compareTrees(with(path, name), child(stated, name), child(computed, name)));
            return;
        }
        // Empty lists and values may be left out.
        boolean isEmpty = computed.isNull() || (computed.isContainerNode() && computed.isEmpty());
        if (!(stated.isMissingNode() && isEmpty) && !agree(stated, computed)) {
            differences.add(new FigureDifference(shown(path), text(stated), text(computed)));
        }
    }

    private static String with(String path, String name) {
        return path + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /** Formats a path for people: {@code weir.parts.0.seconds}. */
    static String shown(String path) {
        return path.substring(1).replace('/', '.').replace("~1", "/").replace("~0", "~");
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
        Set<String> anyConfirmed = new HashSet<>();
        Set<String> open = new LinkedHashSet<>();
        collect(file, "", "", anyConfirmed, open);
        Set<String> shown = new TreeSet<>();
        for (String leaf : open) {
            int end = leaf.indexOf('/', 1);
            while (end > 0 && anyConfirmed.contains(leaf.substring(0, end))) {
                end = leaf.indexOf('/', end + 1);
            }
            shown.add(shown(end > 0 ? leaf.substring(0, end) : leaf).replace(".[]", "[]"));
        }
        return shown;
    }

    private void collect(JsonNode node, String path, String pattern, Set<String> anyConfirmed, Set<String> open) {
        if (node.isContainerNode() && !node.isEmpty()) {
            for (String name : names(node)) {
                String inPattern = with(pattern, node.isArray() ? "[]" : name);
                collect(child(node, name), with(path, name), inPattern, anyConfirmed, open);
            }
        } else if (confirmed.contains(path)) {
            for (String part = pattern; !part.isEmpty(); part = part.substring(0, part.lastIndexOf('/'))) {
                anyConfirmed.add(part);
            }
        } else {
            open.add(pattern);
        }
    }
}
