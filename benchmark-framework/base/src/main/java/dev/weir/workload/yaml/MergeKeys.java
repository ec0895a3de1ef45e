package dev.weir.workload.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Replaces the merge keys of YAML 1.1, {@code <<: *name}, by the entries of the mappings that they name. Entries of the
 * mapping itself come before merged ones, and those of the first merged mapping before those of later ones.
 */
final class MergeKeys {
    private final YamlFile file;
    /** Nodes by identity, because an alias can make a node part of itself. */
    private final Set<Node> resolved = Collections.newSetFromMap(new IdentityHashMap<>());

    MergeKeys(YamlFile file) {
        this.file = file;
    }

    /** Replaces the merge keys of a node and of all nodes in it. */
    void resolve(Node node) {
        if (!resolved.add(node)) {
            return;
        }
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(this::resolve);
        } else if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(each -> resolve(each.getValueNode()));
            if (mapping.getValue().stream().anyMatch(each -> isMerge(each.getKeyNode()))) {
                mapping.setValue(merged(mapping));
            }
        }
    }

    private List<NodeTuple> merged(MappingNode mapping) {
        List<NodeTuple> entries = new ArrayList<>(mapping.getValue().stream()
                .filter(each -> !isMerge(each.getKeyNode()))
                .toList());
        for (NodeTuple each : mapping.getValue()) {
            if (isMerge(each.getKeyNode())) {
                mappings(each).forEach(other -> add(entries, other));
            }
        }
        return entries;
    }

    /** Adds the entries of a mapping whose names are new. */
    private static void add(List<NodeTuple> entries, MappingNode mapping) {
        List<String> known =
                entries.stream().flatMap(each -> name(each).stream()).toList();
        mapping.getValue().stream()
                .filter(each -> !isMerge(each.getKeyNode()))
                .filter(each -> name(each).filter(known::contains).isEmpty())
                .forEach(entries::add);
    }

    private List<MappingNode> mappings(NodeTuple merge) {
        Node value = merge.getValueNode();
        List<Node> nodes = value instanceof SequenceNode list ? list.getValue() : List.of(value);
        List<MappingNode> mappings = new ArrayList<>();
        for (Node each : nodes) {
            if (each instanceof MappingNode mapping) {
                mappings.add(mapping);
            } else {
                file.error(
                        Nodes.line(merge.getKeyNode()),
                        "<<",
                        "must be a mapping, such as *name of one with &name, or a list of them, got "
                                + Nodes.got(each));
            }
        }
        return mappings;
    }

    private static boolean isMerge(Node key) {
        return key.getTag().equals(Tag.MERGE);
    }

    private static Optional<String> name(NodeTuple entry) {
        return entry.getKeyNode() instanceof ScalarNode key ? Optional.of(key.getValue()) : Optional.empty();
    }
}
