package dev.weir.workload.fields;

import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A rate in messages per second, or {@value #MAX} for one without a limit, which is infinite. */
public record RateType(Decimal number) implements ScalarType<Double> {
    public static final String MAX = "max";

    /** What OMB's files write for {@value #MAX}: OMB has no word for it, and no client of their authors reached that rate. */
    private static final String OMB_MAX = "10000000";

    /** {@value #OMB_MAX} in another form, which is a rate. */
    private static final String NOT_OMB_MAX = "10M";

    /** Any rate, or -1: OMB's word for "as the producer rate". */
    static RateType orMinusOne() {
        return new RateType(new Decimal(0, false, 1e9, true));
    }

    /** A rate in the words of a file. */
    public static Object written(double messagesPerSecond) {
        if (messagesPerSecond == Double.POSITIVE_INFINITY) {
            return MAX;
        }
        Object written = NumberText.written(messagesPerSecond);
        return written.toString().equals(OMB_MAX) ? NOT_OMB_MAX : written;
    }

    @Override
    public Optional<Double> read(Node node, Place place) {
        if (node instanceof ScalarNode scalar && scalar.getValue().strip().equals(OMB_MAX)) {
            place.warning(
                    Nodes.line(node),
                    "is taken as " + MAX + ", which OMB's files write as " + OMB_MAX
                            + "; for a rate of that number, write " + NOT_OMB_MAX);
            return Optional.of(Double.POSITIVE_INFINITY);
        }
        return ScalarType.super.read(node, place);
    }

    @Override
    public boolean isNumeric() {
        return true;
    }

    @Override
    public Optional<Double> parse(String text) {
        return text.equals(MAX) ? Optional.of(Double.POSITIVE_INFINITY) : number.parse(text);
    }

    @Override
    public String allowed() {
        return number.allowed() + ", or " + MAX;
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("anyOf", List.of(Map.of("const", MAX), number.schema()));
    }
}
