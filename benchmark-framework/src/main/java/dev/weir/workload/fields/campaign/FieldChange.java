package dev.weir.workload.fields.campaign;

import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Nodes;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * A value that one run gives a field in place of the file's own. It keeps its nodes, so that whatever is wrong with it is
 * reported in its own line.
 *
 * @param path of the field, such as {@code producerRate}, {@code keys.cardinality} or {@code driver.replicationFactor}
 * @param key where the path stands
 * @param value blank: the field is taken away
 */
public record FieldChange(String path, Node key, Node value) {
    /** What the paths of a driver's fields begin with. */
    public static final String OF_DRIVER = "driver.";

    public int line() {
        return Nodes.line(key);
    }

    public boolean isOfDriver() {
        return path.startsWith(OF_DRIVER);
    }

    /** The field with this value, as an entry of a file. */
    public NodeTuple asEntry() {
        return new NodeTuple(key, value);
    }

    /** The field at the top of the file that it changes; of a driver's, the whole path. */
    String top() {
        int dot = path.indexOf('.');
        return isOfDriver() || dot < 0 ? path : path.substring(0, dot);
    }

    /** The last part of its path: of {@code driver.producerConfig.linger.ms}, it is {@code linger.ms}. */
    public String label() {
        return label(path);
    }

    /** The same of any path. */
    public static String label(String path) {
        String name = path.startsWith(OF_DRIVER) ? path.substring(OF_DRIVER.length()) : path;
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(dot + 1);
    }

    /** Its value on one line, without secrets: it goes into results. */
    public String shown() {
        return Secrets.withoutSecret(path, text());
    }

    /** Its value on one line. */
    String text() {
        return Nodes.text(value);
    }
}
