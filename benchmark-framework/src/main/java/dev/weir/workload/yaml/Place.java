package dev.weir.workload.yaml;

import dev.weir.workload.text.QuantityText;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Where a value is being read, for the messages about it.
 *
 * @param field its name
 * @param unit of its numbers; empty if it has none
 */
public record Place(YamlFile file, String field, String unit) {
    /** The same place, for numbers that have a unit of their own. */
    public Place in(String other) {
        return new Place(file, field, other);
    }

    /**
     * A number as a plain decimal in the unit of the field, whatever unit it has; a text that has none as it is.
     *
     * @return empty, with a problem, if it is a throughput and the messages have no size
     */
    Optional<String> plain(String text, int line) {
        return QuantityText.bytesPerSecond(text)
                .filter(throughput -> unit.equals(QuantityText.RATE))
                .map(throughput -> file.byteRates().inMessages(text, throughput.doubleValue(), this, line))
                .orElseGet(() -> Optional.of(QuantityText.plain(text, unit)));
    }

    /** A problem in the given line. */
    public void wrong(int line, String message) {
        file.error(line, field, message);
    }

    /** Something in the given line that is allowed, but perhaps not meant. */
    public void warning(int line, String message) {
        file.warning(line, field, message);
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
