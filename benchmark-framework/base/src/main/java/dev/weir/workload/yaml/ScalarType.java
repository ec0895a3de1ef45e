package dev.weir.workload.yaml;

import dev.weir.driver.config.NearestName;
import dev.weir.feature.Features;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.text.QuantityText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A type whose values are on one line. As in OMB, quotes make no difference. Other numbers and booleans of YAML 1.1
 * ({@code 0x10}, {@code 010}, {@code 1:30}, {@code yes}) are refused.
 */
public interface ScalarType<T> extends Type<T> {
    /** Longest number, because the regular expressions recurse for each digit. */
    int MAX_DIGITS = 40;

    Optional<T> parse(String text);

    /** Returns a hint for the end of the message about an unreadable value. */
    default String advice(String text) {
        return "";
    }

    /** Returns whether its values are numbers, which may have units ({@link QuantityText}). */
    default boolean isNumeric() {
        return false;
    }

    @Override
    default Optional<T> read(Node node, Place place) {
        String text = node instanceof ScalarNode scalar && !Nodes.tagged(node) && !Nodes.blank(node)
                ? scalar.getValue().strip()
                : "";
        Optional<String> plain = isNumeric() ? place.plain(text, Nodes.line(node)) : Optional.of(text);
        Optional<T> value = plain.filter(each -> !each.isEmpty()).flatMap(this::parse);
        if (value.isEmpty() && plain.isPresent()) {
            String own = advice(text);
            place.mustBe(allowed(), node, own.isEmpty() && isNumeric() ? QuantityText.advice(text, place.unit()) : own);
        }
        return value;
    }

    /** A type whose values are numbers. */
    interface Numeric<T> extends ScalarType<T> {
        @Override
        default boolean isNumeric() {
            return true;
        }
    }

    /** Any text that is not blank. */
    record Text() implements ScalarType<String> {
        @Override
        public Optional<String> parse(String text) {
            return text.isBlank() ? Optional.empty() : Optional.of(text);
        }

        @Override
        public boolean absentIfBlank() {
            return true;
        }

        @Override
        public String allowed() {
            return "a text";
        }

        @Override
        public Map<String, Object> schema() {
            return Type.ordered("type", List.of("string", "number", "boolean"), "minLength", 1);
        }
    }

    record Flag() implements ScalarType<Boolean> {
        @Override
        public Optional<Boolean> parse(String text) {
            return switch (text) {
                case "true", "True", "TRUE" -> Optional.of(true);
                case "false", "False", "FALSE" -> Optional.of(false);
                default -> Optional.empty();
            };
        }

        @Override
        public String allowed() {
            return "true or false";
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("type", "boolean");
        }
    }

    /** A whole number in [least, most]; underscores may group its digits. */
    record Whole(long least, long most) implements Numeric<Long> {
        private static final Pattern FORM = Pattern.compile("[-+]?(0|[1-9](_?[0-9])*)");

        /** Any number of 64 bits. */
        public static final Whole ANY = new Whole(Long.MIN_VALUE, Long.MAX_VALUE);

        @Override
        public Optional<Long> parse(String text) {
            if (text.length() > MAX_DIGITS || !FORM.matcher(text).matches()) {
                return Optional.empty();
            }
            var number = new BigDecimal(text.replace("_", ""));
            return number.compareTo(BigDecimal.valueOf(least)) >= 0 && number.compareTo(BigDecimal.valueOf(most)) <= 0
                    ? Optional.of(number.longValueExact())
                    : Optional.empty();
        }

        @Override
        public String allowed() {
            return equals(ANY) ? "a whole number of 64 bits" : "a whole number in [" + least + ", " + most + "]";
        }

        @Override
        public Map<String, Object> schema() {
            List<String> types = List.of("integer", "string");
            return Type.ordered("type", types, "minimum", least, "maximum", most, "pattern", QuantityText.PATTERN);
        }
    }

    /** A number in (least, most], or in [least, most], or one of others, each with a meaning of its own. */
    record Decimal(double least, boolean withLeast, double most, List<Double> others) implements Numeric<Double> {
        private static final Pattern FORM =
                Pattern.compile("[-+]?(0|[1-9](_?[0-9])*)(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?");

        /** Events per second. The lowest rate is one event in 11.6 days, so that a run of at most a year has some. */
        public static final Decimal RATE = in(1e-6, 1e9);

        /** Creates the type of a number in [least, most]. */
        public static Decimal in(double least, double most) {
            return new Decimal(least, true, most, List.of());
        }

        /** Returns this type with another number that is also allowed. */
        public Decimal or(double other) {
            return new Decimal(
                    least,
                    withLeast,
                    most,
                    Stream.concat(others.stream(), Stream.of(other)).toList());
        }

        @Override
        public Optional<Double> parse(String text) {
            if (text.length() > MAX_DIGITS || !FORM.matcher(text).matches()) {
                return Optional.empty();
            }
            double value = Double.parseDouble(text.replace("_", ""));
            boolean inside = value <= most && (withLeast ? value >= least : value > least);
            return inside || others.contains(value) ? Optional.of(value) : Optional.empty();
        }

        @Override
        public String allowed() {
            String range = (withLeast ? "[" : "(") + NumberText.plain(least) + ", " + NumberText.plain(most) + "]";
            return "a number in " + range
                    + others.stream()
                            .map(other -> ", or " + NumberText.plain(other))
                            .collect(Collectors.joining());
        }

        @Override
        public Map<String, Object> schema() {
            List<Map<String, Object>> any = new ArrayList<>();
            others.forEach(other -> any.add(Map.of("const", new BigDecimal(NumberText.plain(other)))));
            Map<String, Object> schema = Type.ordered("type", List.of("number", "string"));
            schema.put(withLeast ? "minimum" : "exclusiveMinimum", new BigDecimal(NumberText.plain(least)));
            schema.put("maximum", new BigDecimal(NumberText.plain(most)));
            schema.put("pattern", QuantityText.PATTERN);
            any.add(schema);
            return others.isEmpty() ? schema : Map.of("anyOf", any);
        }
    }

    /** A word, for which the value is empty, or a whole number in [least, most]. */
    record WordOrWhole(String word, int least, int most) implements Numeric<OptionalInt> {
        @Override
        public Optional<OptionalInt> parse(String text) {
            return text.equals(word)
                    ? Optional.of(OptionalInt.empty())
                    : new Whole(least, most).parse(text).map(number -> OptionalInt.of(number.intValue()));
        }

        @Override
        public String allowed() {
            return word + ", or " + new Whole(least, most).allowed();
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("anyOf", List.of(Map.of("const", word), new Whole(least, most).schema()));
        }
    }

    /**
     * One of a few names, in exactly this spelling.
     *
     * @param lacksFeatures whether features that are not installed have further names, and fields that belong to them
     */
    record Choice(List<String> names, boolean lacksFeatures) implements ScalarType<String> {
        public Choice(List<String> names) {
            this(names, false);
        }

        public static Choice of(String... names) {
            return new Choice(List.of(names));
        }

        @Override
        public Optional<String> parse(String text) {
            return names.contains(text) ? Optional.of(text) : Optional.empty();
        }

        @Override
        public String advice(String text) {
            return lacksFeatures ? ": others need " + Features.JAR : NearestName.advice(text, names);
        }

        @Override
        public String allowed() {
            return "one of " + String.join(", ", names);
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("enum", names);
        }
    }

    /** A time with its unit, such as {@code 90s}: none, or one in [least, most]. */
    record Time(Duration least, Duration most) implements ScalarType<Duration> {
        /** A part of a run: no run is longer than a year, and clocks of different hosts agree to milliseconds at best. */
        public static final Time SPAN = new Time(Duration.ofMillis(1), Duration.ofDays(366));

        @Override
        public Optional<Duration> parse(String text) {
            return DurationText.parse(text)
                    .filter(duration ->
                            duration.compareTo(most) <= 0 && (duration.isZero() || duration.compareTo(least) >= 0));
        }

        @Override
        public String advice(String text) {
            boolean bare = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
            return bare ? ", which has no unit; did you mean " + text + "s?" : "";
        }

        @Override
        public String allowed() {
            return "0s, or a duration in [" + DurationText.of(least) + ", " + DurationText.of(most)
                    + "], such as 500ms, 90s, 10m or 1h30m";
        }

        @Override
        public Map<String, Object> schema() {
            return Type.ordered("type", "string", "pattern", DurationText.PATTERN);
        }
    }
}
