package dev.weir.workload.file;

import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.Nodes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Applies changes to a mapping: the result is read like any file, and each message has the line of its value. */
final class ChangedMapping {
    /** More levels than fields have. */
    private static final int MAX_DEPTH = 8;

    private ChangedMapping() {}

    /** Applies changes to a workload: a field also replaces its other spellings, and a blank one removes it. */
    static MappingNode ofWorkload(MappingNode base, List<FieldChange> changes) {
        List<NodeTuple> entries = new ArrayList<>(base.getValue());
        for (FieldChange change : changes) {
            put(entries, change.path(), change, ChangedMapping::spellings, MAX_DEPTH);
        }
        return Nodes.mapping(base, entries);
    }

    /** Makes a mapping of a driver's changes, at least one; names of its properties may contain dots. */
    static MappingNode ofDriver(List<FieldChange> changes) {
        List<NodeTuple> entries = new ArrayList<>();
        for (FieldChange change : changes) {
            put(entries, change.path().substring(FieldChange.OF_DRIVER.length()), change, Set::of, 1);
        }
        return Nodes.mapping(changes.get(0).key(), entries);
    }

    private static void put(
            List<NodeTuple> entries,
            String path,
            FieldChange change,
            Function<String, Collection<String>> spellings,
            int depth) {
        int dot = depth > 0 ? path.indexOf('.') : -1;
        if (dot < 0) {
            Collection<String> names = spellings.apply(path);
            entries.removeIf(entry -> names.contains(Nodes.name(entry)));
            // A driver's property may be empty.
            if (change.isOfDriver() || !Nodes.blank(change.value())) {
                entries.add(new NodeTuple(key(path, change), change.value()));
            }
            return;
        }
        String name = path.substring(0, dot);
        int at = IntStream.range(0, entries.size())
                .filter(i -> Nodes.name(entries.get(i)).equals(name))
                .findFirst()
                .orElse(-1);
        Node before = at < 0 ? change.value() : entries.get(at).getValueNode();
        if (before instanceof SequenceNode list && isItem(list, path.substring(dot + 1))) {
            Node changed = changedItem(list, path.substring(dot + 1), change, depth - 1);
            entries.set(at, new NodeTuple(entries.get(at).getKeyNode(), changed));
            return;
        }
        boolean within = at >= 0 && before instanceof MappingNode;
        List<NodeTuple> inner = within ? new ArrayList<>(((MappingNode) before).getValue()) : new ArrayList<>();
        put(inner, path.substring(dot + 1), change, Set::of, depth - 1);
        var changed = new NodeTuple(
                within ? entries.get(at).getKeyNode() : key(name, change), Nodes.mapping(change.value(), inner));
        if (within) {
            entries.set(at, changed);
        } else {
            if (at >= 0 && Nodes.blank(before)) {
                entries.remove(at);
            }
            // Beside a value of another kind, it is reported as given twice.
            entries.add(changed);
        }
    }

    /** Returns whether a path within a list begins with the name of an item, and continues with a field. */
    private static boolean isItem(SequenceNode list, String path) {
        return list.getValue().stream().anyMatch(item -> isNamed(item, path));
    }

    private static boolean isNamed(Node item, String path) {
        int dot = path.indexOf('.');
        return dot > 0 && itemName(item).equals(path.substring(0, dot));
    }

    private static String itemName(Node item) {
        return item instanceof MappingNode mapping
                ? Nodes.find(mapping, EffectiveFiles.ITEM_NAME)
                        .map(entry -> Nodes.text(entry.getValueNode()))
                        .orElse("")
                : "";
    }

    private static Node changedItem(SequenceNode list, String path, FieldChange change, int depth) {
        List<Node> items = new ArrayList<>();
        for (Node item : list.getValue()) {
            if (isNamed(item, path)) {
                List<NodeTuple> fields = new ArrayList<>(((MappingNode) item).getValue());
                put(fields, path.substring(path.indexOf('.') + 1), change, Set::of, depth);
                items.add(Nodes.mapping(item, fields));
            } else {
                items.add(item);
            }
        }
        return new SequenceNode(
                list.getTag(), true, items, list.getStartMark(), list.getEndMark(), list.getFlowStyle());
    }

    /** Returns the names of a list's items, if a change names none of them; empty if the change is possible. */
    static Optional<List<String>> itemsWithout(MappingNode base, FieldChange change) {
        int dot = change.path().indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        return Nodes.find(base, change.path().substring(0, dot))
                .map(NodeTuple::getValueNode)
                .filter(SequenceNode.class::isInstance)
                .map(SequenceNode.class::cast)
                .filter(list -> !isItem(list, change.path().substring(dot + 1)))
                .map(list -> list.getValue().stream()
                        .map(ChangedMapping::itemName)
                        .filter(name -> !name.isEmpty())
                        .toList());
    }

    /** Returns the line of each field of a workload, by all its spellings. */
    static Map<String, Integer> lines(MappingNode workload) {
        Map<String, Integer> lines = new HashMap<>();
        workload.getValue()
                .forEach(entry ->
                        spellings(Nodes.name(entry)).forEach(each -> lines.put(each, Nodes.line(entry.getKeyNode()))));
        return lines;
    }

    private static Collection<String> spellings(String name) {
        Field<?> field = WorkloadFields.TABLE.fields().get(name);
        return field == null ? Set.of(name) : WorkloadFields.TABLE.spellings(field);
    }

    private static Node key(String name, FieldChange change) {
        return Nodes.scalar(name, change.key());
    }
}
