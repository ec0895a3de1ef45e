package dev.weir.workload.file;

import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.fields.campaign.FieldChange;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.Nodes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Puts changes into a mapping: what comes out is read like any file, with each message in the line where the value stands.
 */
final class ChangedMapping {
    /** More than fields have inside each other. */
    private static final int DEEPEST = 8;

    private ChangedMapping() {}

    /** A workload with changes: a field also takes the place of its other spellings, and a blank one takes it away. */
    static MappingNode ofWorkload(MappingNode base, List<FieldChange> changes) {
        List<NodeTuple> entries = new ArrayList<>(base.getValue());
        for (FieldChange change : changes) {
            put(entries, change.path(), change, ChangedMapping::spellings, DEEPEST);
        }
        return Nodes.mapping(base, entries);
    }

    /** The changes of a driver alone, at least one; the names of its properties may have dots in them. */
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
            remove(entries, spellings.apply(path));
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
            // Beside a value of another kind it is reported as given twice.
            entries.add(changed);
        }
    }

    private static void remove(List<NodeTuple> entries, Collection<String> names) {
        entries.removeIf(entry -> names.contains(Nodes.name(entry)));
    }

    /** In which line each field of a workload stands, whatever it is called there. */
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
