package dev.weir.workload.fields;

import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A rate in messages per second, or {@value #MAX} for one without a limit, which is infinite. */
public record RateType(Decimal number) implements ScalarType<Double> {
    public static final String MAX = "max";

    /** Any rate, or -1: OMB's word for "as the producer rate". */
    static RateType orMinusOne() {
        return new RateType(new Decimal(0, false, 1e9, true));
    }

    /** A rate in the words of a file. */
    public static Object written(double messagesPerSecond) {
        return messagesPerSecond == Double.POSITIVE_INFINITY ? MAX : NumberText.written(messagesPerSecond);
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
