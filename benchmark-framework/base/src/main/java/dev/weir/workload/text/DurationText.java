package dev.weir.workload.text;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats and parses durations for people: whole numbers with units, the largest first, such as {@code 1h30m}. */
public final class DurationText {
    /** Pattern for JSON Schema, whose regular expressions support no more than this. */
    public static final String PATTERN =
            "^(?=[0-9])([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?([0-9]+us)?([0-9]+ns)?$";

    private static final Pattern WHOLE = Pattern.compile(PATTERN);
    private static final Pattern PART = Pattern.compile("([0-9]{1,9})(d|h|ms|m|s|us|ns)");

    private static final Duration MAX = Duration.ofNanos(Long.MAX_VALUE);

    private DurationText() {}

    /** Parses a duration; empty if it is none, has a number of more than nine digits, or exceeds 292 years. */
    public static Optional<Duration> parse(String text) {
        if (!WHOLE.matcher(text).matches()) {
            return Optional.empty();
        }
        Duration sum = Duration.ZERO;
        int end = 0;
        for (Matcher part = PART.matcher(text); part.find() && part.start() == end; end = part.end()) {
            sum = sum.plus(Long.parseLong(part.group(1)), unit(part.group(2)));
        }
        return end == text.length() && sum.compareTo(MAX) <= 0 ? Optional.of(sum) : Optional.empty();
    }

    /** Returns the shortest text of a duration, without days; {@code 0s} for none. */
    public static String of(Duration duration) {
        var text = new StringBuilder();
        append(text, duration.toHours(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        append(text, duration.toNanosPart() / 1_000 % 1_000, "us");
        append(text, duration.toNanosPart() % 1_000, "ns");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long number, String unit) {
        if (number > 0) {
            text.append(number).append(unit);
        }
    }

    private static ChronoUnit unit(String name) {
        return switch (name) {
            case "d" -> ChronoUnit.DAYS;
            case "h" -> ChronoUnit.HOURS;
            case "m" -> ChronoUnit.MINUTES;
            case "s" -> ChronoUnit.SECONDS;
            case "ms" -> ChronoUnit.MILLIS;
            case "us" -> ChronoUnit.MICROS;
            case "ns" -> ChronoUnit.NANOS;
            default -> throw new IllegalArgumentException("no unit of time: " + name);
        };
    }
}
