package dev.weir.workload.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses numbers with units, such as {@code 50k}, {@code 1.5M}, {@code 1KiB} and {@code 100MiB/s}: the only list of
 * units. {@link DurationText} has those of time.
 */
public final class QuantityText {
    /** Unit of a rate. A rate can also be written as a throughput, such as {@code 100MB/s}. */
    public static final String RATE = "messages/s";

    /** Pattern of numbers with a unit, for JSON Schema. */
    public static final String PATTERN = "^[0-9][0-9_]*(\\.[0-9]+)? ?(k|K|M|G|B|[kKMGT]B|[KMGT]iB|us|ms|s|m|h|d)(/s)?$";

    private static final Map<String, Long> COUNTS =
            Map.of("k", 1_000L, "K", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L);
    private static final Map<String, Long> BYTES = bytes();
    private static final long BYTES_PER_GIB = 1L << 30;
    private static final String PER_SECOND = "/s";
    private static final Pattern FORM = Pattern.compile("([0-9][0-9_]*(?:\\.[0-9]+)?) ?([A-Za-z]+(?:/[A-Za-z]+)?)");

    /** Longer texts are no valid numbers. */
    private static final int MAX_LENGTH = 40;

    private QuantityText() {}

    private static Map<String, Long> bytes() {
        Map<String, Long> units = new LinkedHashMap<>();
        units.put("B", 1L);
        long decimal = 1;
        long binary = 1;
        for (String prefix : List.of("k", "M", "G", "T")) {
            decimal *= 1000;
            binary *= 1024;
            units.put(prefix + "B", decimal);
            units.put((prefix.equals("k") ? "K" : prefix) + "iB", binary);
        }
        return units;
    }

    /**
     * Returns the number as a plain decimal in the unit of its field: {@code 50k} is {@code 50000}, {@code 1KiB} in a
     * field of bytes is {@code 1024}. Returns any other text unchanged.
     *
     * @param unit unit of the field: {@code bytes}, {@code GiB}, {@code ms} and {@code minutes} have units of their
     *     own; in a field with any other unit, or with none, a number can end in k, M or G
     */
    public static String plain(String text, String unit) {
        Optional<BigDecimal> time = nanosOf(unit)
                .flatMap(nanos -> DurationText.parse(text).map(duration -> divided(duration.toNanos(), nanos)));
        return time.or(() -> number(text, unit)).map(BigDecimal::toPlainString).orElse(text);
    }

    /** Returns the throughput of a text such as {@code 100MiB/s}, in bytes per second; empty if it is none. */
    public static Optional<BigDecimal> bytesPerSecond(String text) {
        return text.endsWith(PER_SECOND)
                ? number(text.substring(0, text.length() - PER_SECOND.length()), "bytes")
                : Optional.empty();
    }

    /**
     * Returns the end of a message about an unreadable number: the unit that was meant, or those that are valid; empty
     * if its unit is correct or missing.
     */
    public static String advice(String text, String unit) {
        Matcher form = FORM.matcher(text);
        if (text.length() > MAX_LENGTH || !form.matches() || number(text, unit).isPresent()) {
            return "";
        }
        String given = form.group(2);
        List<String> units = units(unit);
        if (units.contains(given)) {
            return "";
        }
        List<String> meant = units.stream()
                .filter(each -> List.of(given, given + "B", given + "iB", given + PER_SECOND).stream()
                        .anyMatch(each::equalsIgnoreCase))
                .map(each -> form.group(1) + each)
                .toList();
        return meant.isEmpty()
                ? "; valid units: " + String.join(", ", units)
                : "; did you mean " + String.join(" or ", meant) + "?";
    }

    private static Optional<BigDecimal> number(String text, String unit) {
        Matcher form = FORM.matcher(text);
        if (text.length() > MAX_LENGTH || !form.matches()) {
            return Optional.empty();
        }
        boolean ofBytes = isOfBytes(unit);
        String name = form.group(2);
        Long factor = ofBytes ? BYTES.get(name.equals("KB") ? "kB" : name) : COUNTS.get(name);
        BigDecimal number = new BigDecimal(form.group(1).replace("_", ""));
        return Optional.ofNullable(factor)
                .filter(known -> nanosOf(unit).isEmpty())
                .map(known -> number.multiply(BigDecimal.valueOf(known)))
                .map(bytes -> unit.equals("GiB")
                        ? bytes.divide(BigDecimal.valueOf(BYTES_PER_GIB), MathContext.DECIMAL128)
                        : bytes)
                .map(BigDecimal::stripTrailingZeros);
    }

    private static List<String> units(String unit) {
        if (isOfBytes(unit)) {
            return List.copyOf(BYTES.keySet());
        }
        if (nanosOf(unit).isPresent()) {
            return List.of("ms", "s", "m", "h", "d");
        }
        return unit.equals(RATE)
                ? List.of("k", "M", "G", "kB/s", "KiB/s", "MB/s", "MiB/s", "GB/s", "GiB/s")
                : List.of("k", "M", "G");
    }

    private static boolean isOfBytes(String unit) {
        return unit.equals("bytes") || unit.equals("GiB");
    }

    private static Optional<Long> nanosOf(String unit) {
        return switch (unit) {
            case "ms" -> Optional.of(Duration.ofMillis(1).toNanos());
            case "minutes" -> Optional.of(Duration.ofMinutes(1).toNanos());
            default -> Optional.empty();
        };
    }

    private static BigDecimal divided(long nanos, long unit) {
        return BigDecimal.valueOf(nanos)
                .divide(BigDecimal.valueOf(unit), MathContext.DECIMAL64)
                .stripTrailingZeros();
    }
}
