package dev.weir.workload;

import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Where a value is being read, for the messages about it.
 *
 * @param field its name
 * @param unit of its numbers; empty if it has none
 */
record Place(YamlFile file, String field, String unit) {
    private static final int MOST_SHOWN = 60;

    /** Within which an address with a password is found. */
    private static final int MOST_SEARCHED = 1000;

    private static final Set<Tag> PLAIN =
            Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.TIMESTAMP, Tag.MERGE, Tag.SEQ, Tag.MAP);

    /** A problem in the given line. */
    void wrong(int line, String message) {
        file.error(line, field, message);
    }

    /** Reports a value that is not what the field takes. */
    void mustBe(String allowed, Node node) {
        mustBe(allowed, node, "");
    }

    /** The same with advice, which follows what was got. */
    void mustBe(String allowed, Node node, String advice) {
        String measured = unit.isEmpty() ? allowed : allowed + " (" + unit + ")";
        wrong(YamlFile.line(node), "must be " + measured + ", got " + got(node) + advice);
    }

    /** Whether a value has a type of its own, as {@code !!java.lang.Object}: nothing here takes one. */
    static boolean tagged(Node node) {
        return !PLAIN.contains(node.getTag());
    }

    /** Whether a value was left out, as in {@code name:}. */
    static boolean blank(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /** What a person has written, for a message. */
    static String got(Node node) {
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
        begin = begin.substring(0, Math.min(begin.length(), MOST_SEARCHED));
        String line = EffectiveFiles.withoutUser(begin.replace("\n", "\\n"));
        return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "...";
    }
}
