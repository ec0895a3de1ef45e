package dev.weir.workload.yaml;

import org.yaml.snakeyaml.nodes.Node;

/**
 * Where a value is being read, for the messages about it.
 *
 * @param field its name
 * @param unit of its numbers; empty if it has none
 */
public record Place(YamlFile file, String field, String unit) {
    /** A problem in the given line. */
    public void wrong(int line, String message) {
        file.error(line, field, message);
    }

    /** Reports a value that is not what the field takes. */
    public void mustBe(String allowed, Node node) {
        mustBe(allowed, node, "");
    }

    /** The same with advice, which follows what was got. */
    public void mustBe(String allowed, Node node, String advice) {
        String measured = unit.isEmpty() ? allowed : allowed + " (" + unit + ")";
        wrong(Nodes.line(node), "must be " + measured + ", got " + Nodes.got(node) + advice);
    }
}
