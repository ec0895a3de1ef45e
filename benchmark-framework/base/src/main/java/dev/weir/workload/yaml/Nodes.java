package dev.weir.workload.yaml;

import dev.weir.workload.text.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads YAML nodes, and makes nodes that replace others. */
public final class Nodes {
    private static final int MAX_SHOWN = 60;

    /** Length of a text in which an address with a password is searched. */
    private static final int MAX_SEARCHED = 1000;

    private static final Set<Tag> PLAIN =
            Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.TIMESTAMP, Tag.MERGE, Tag.SEQ, Tag.MAP);

    /** Limit of the depth, because an alias may contain itself. */
    private static final int MAX_DEPTH = 8;

    private Nodes() {}

    /** Returns the line where a node begins, counted from 1. */
    public static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    /** Returns whether a value has an explicit type, as {@code !!java.lang.Object}: no field accepts one. */
    public static boolean tagged(Node node) {
        return !PLAIN.contains(node.getTag());
    }

    /** Returns whether a value is missing, as in {@code name:}. */
    public static boolean blank(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /** Returns what a person has written, for a message. */
    public static String got(Node node) {
        if (tagged(node)) {
            return "a value with the tag " + node.getTag().getValue();
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        String value = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        if (value.isBlank() || blank(node)) {
            return "nothing";
        }
        String begin = value.strip();
        begin = begin.substring(0, Math.min(begin.length(), MAX_SEARCHED));
        String line = Secrets.text(begin.replace("\n", "\\n"));
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
    }

    /** Returns a node's value on one line. */
    public static String text(Node node) {
        return text(node, 0);
    }

    private static String text(Node node, int depth) {
        if (depth > MAX_DEPTH) {
            return "...";
        }
        if (node instanceof SequenceNode list) {
            return list.getValue().stream()
                    .map(item -> text(item, depth + 1))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        if (node instanceof MappingNode mapping) {
            return mapping.getValue().stream()
                    .map(entry -> text(entry.getKeyNode(), depth + 1) + ": " + text(entry.getValueNode(), depth + 1))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return node instanceof ScalarNode scalar && !blank(node)
                ? scalar.getValue().strip().replace("\n", "\\n")
                : "";
    }

    /** Returns a copy of a mapping with these entries. */
    public static MappingNode mapping(Node place, List<NodeTuple> entries) {
        return new MappingNode(
                Tag.MAP, true, entries, place.getStartMark(), place.getEndMark(), DumperOptions.FlowStyle.AUTO);
    }

    /** Returns the name of an entry; empty if it has none. */
    public static String name(NodeTuple entry) {
        return entry.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
    }

    /** Returns the first entry of this name. */
    public static Optional<NodeTuple> find(MappingNode mapping, String name) {
        return mapping.getValue().stream()
                .filter(entry -> name(entry).equals(name))
                .findFirst();
    }

    /** Creates a text that replaces another node. */
    public static Node scalar(String text, Node place) {
        return new ScalarNode(Tag.STR, text, place.getStartMark(), place.getEndMark(), DumperOptions.ScalarStyle.PLAIN);
    }
}
