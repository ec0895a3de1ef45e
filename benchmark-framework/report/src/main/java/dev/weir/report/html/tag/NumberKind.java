package dev.weir.report.html.tag;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.weir.report.Figures;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Kinds of numbers along an axis. */
public enum NumberKind {
    /** Time since the load began. */
    SECONDS(NumberKind::clock),
    /** Number of nines: log10 of 1 / (1 - p / 100) for the percentile p, which spreads the tail. */
    PERCENTILE(NumberKind::percentile),
    MILLIS(value -> Figures.millis(Math.round(value * 1e6))),
    /** Messages per second. */
    RATE(Figures::rate),
    MESSAGES(value -> Figures.count(Math.round(value))),
    /** MiB per second, or any other figure. */
    PLAIN(Figures::significant),
    /** Texts in their order; the value is the index. */
    CATEGORY(value -> String.valueOf(Math.round(value)));

    @SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: each is a method without state
    private final DoubleFunction<String> text;

    NumberKind(DoubleFunction<String> text) {
        this.text = text;
    }

    /** Returns the name in the data for the script. */
    @JsonValue
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Formats a value for a person, without the unit. */
    public String text(double value) {
        return text.apply(value);
    }

    private static String clock(double value) {
        long seconds = Math.round(Math.abs(value));
        String sign = value <= -0.5 ? "-" : "";
        return seconds < 3600
                ? String.format(Locale.ROOT, "%s%d:%02d", sign, seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%s%d:%02d:%02d", sign, seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private static String percentile(double nines) {
        double percentile = 100 * (1 - Math.pow(10, -nines));
        int decimals = Math.max(0, (int) Math.ceil(nines) - 1);
        return Figures.trimmed(String.format(Locale.ROOT, "%." + decimals + "f", percentile));
    }

    public static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }
}
