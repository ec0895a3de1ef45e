package dev.weir.workload.fields;

import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A rate in messages per second, or {@value #MAX} for one without a limit, which is infinite. */
public record RateType(Decimal number) implements ScalarType.Numeric<Double> {
    public static final String MAX = "max";

    /** Rates that mean {@value #MAX} in OMB's files: OMB has no word for it, and no client reached them. */
    public static final long OMB_MAX = 10_000_000;

    private static final Pattern WHOLE = Pattern.compile("[1-9][0-9]{0,17}");

    /** Creates a type of any rate, or -1, which means "as the producer rate" in OMB. */
    public static RateType orMinusOne() {
        return new RateType(Decimal.RATE.or(-1));
    }

    public static Object written(double messagesPerSecond) {
        Object number = number(messagesPerSecond);
        return number instanceof Long whole && whole >= OMB_MAX ? inMillions(whole) : number;
    }

    /** Returns a rate as a number, except for {@value #MAX}. */
    public static Object number(double messagesPerSecond) {
        return messagesPerSecond == Double.POSITIVE_INFINITY ? MAX : NumberText.written(messagesPerSecond);
    }

    private static String inMillions(long number) {
        return BigDecimal.valueOf(number, 6).stripTrailingZeros().toPlainString() + "M";
    }

    @Override
    public Optional<Double> read(Node node, Place place) {
        String text = node instanceof ScalarNode scalar ? scalar.getValue().strip() : "";
        if (WHOLE.matcher(text).matches() && Long.parseLong(text) >= OMB_MAX) {
            place.warning(
                    Nodes.line(node),
                    "means " + MAX + ", as " + OMB_MAX + " or more does in OMB's files; for a rate of that"
                            + " number, write " + inMillions(Long.parseLong(text)));
            return Optional.of(Double.POSITIVE_INFINITY);
        }
        return Numeric.super.read(node, place);
    }

    @Override
    public Optional<Double> parse(String text) {
        return text.equals(MAX) ? Optional.of(Double.POSITIVE_INFINITY) : number.parse(text);
    }

    @Override
    public String advice(String text) {
        return text.matches("0+([.]0*)?") ? "; producers cannot stop in this phase: write a low rate such as 1" : "";
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
