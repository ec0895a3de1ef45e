package dev.weir.workload.yaml;

import dev.weir.workload.text.QuantityText;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** Place of a value that is being read, and the unit of its numbers, which may be empty; for messages about it. */
public record Place(YamlFile file, String field, String unit) {
    public Place in(String other) {
        return new Place(file, field, other);
    }

    /** Returns a number as a plain decimal in the field's unit; empty for a throughput of messages without a size. */
    Optional<String> plain(String text, int line) {
        return QuantityText.bytesPerSecond(text)
                .filter(throughput -> unit.equals(QuantityText.RATE))
                .map(throughput -> file.byteRates().inMessages(text, throughput.doubleValue(), this, line))
                .orElseGet(() -> Optional.of(QuantityText.plain(text, unit)));
    }

    /** Adds a problem. Returns no value. */
    public <T> Optional<T> wrong(int line, String message) {
        file.error(line, field, message);
        return Optional.empty();
    }

    public void warning(int line, String message) {
        file.warning(line, field, message);
    }

    /** Adds the problem that a value is not allowed in the field. Returns no value. */
    public <T> Optional<T> mustBe(String allowed, Node node) {
        return mustBe(allowed, node, "");
    }

    public <T> Optional<T> mustBe(String allowed, Node node, String advice) {
        String measured = unit.isEmpty() ? allowed : allowed + " (" + unit + ")";
        return wrong(Nodes.line(node), "must be " + measured + ", got " + Nodes.got(node) + advice);
    }
}
