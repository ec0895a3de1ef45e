package dev.weir.workload.fields;

import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.ScalarType;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Whole minutes, as OMB's fields have them.
 *
 * @param number whole numbers that are allowed
 * @param duration name of Weir's field for the same, which takes any duration
 */
record MinutesType(Whole number, String duration) implements ScalarType<Long> {
    private static final Decimal ANY = Decimal.in(0, (double) Time.SPAN.most().toMinutes());

    @Override
    public Optional<Long> parse(String text) {
        return number.parse(text);
    }

    /** Returns the field and the value that mean a part of a minute. */
    @Override
    public String advice(String text) {
        return ANY.parse(QuantityText.plain(text, "minutes"))
                .map(minutes -> Duration.ofMillis(
                        Math.round(minutes * Duration.ofMinutes(1).toMillis())))
                .map(given -> "; write " + duration + ": " + DurationText.of(given) + " instead")
                .orElse("");
    }

    @Override
    public boolean isNumeric() {
        return true;
    }

    @Override
    public String allowed() {
        return number.allowed();
    }

    @Override
    public Map<String, Object> schema() {
        return number.schema();
    }
}
