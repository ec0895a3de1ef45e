package dev.weir.workload.fields;

import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Nodes;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * A value that replaces a field's own value in one run. It keeps its YAML nodes, so that problems with it are reported
 * with its own line.
 *
 * @param path path of the field, such as {@code keys.cardinality} or {@code driver.replicationFactor}
 * @param value node of the value; blank: the field is removed
 */
public record FieldChange(String path, Node key, Node value) {
    public static final String OF_DRIVER = "driver.";

    public int line() {
        return Nodes.line(key);
    }

    public boolean isOfDriver() {
        return path.startsWith(OF_DRIVER);
    }

    public NodeTuple asEntry() {
        return new NodeTuple(key, value);
    }

    /** Returns the field at the top of the file that it changes; for a driver's field, the whole path. */
    String top() {
        int dot = path.indexOf('.');
        return isOfDriver() || dot < 0 ? path : path.substring(0, dot);
    }

    /** Returns the last part of its path: for {@code driver.producerConfig.linger.ms}, it is {@code linger.ms}. */
    public String label() {
        return label(path);
    }

    public static String label(String path) {
        String name = path.startsWith(OF_DRIVER) ? path.substring(OF_DRIVER.length()) : path;
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(dot + 1);
    }

    /** Returns its value on one line, without secrets, for results. */
    public String shown() {
        return Secrets.withoutSecret(path, text());
    }

    String text() {
        return Nodes.text(value);
    }
}
