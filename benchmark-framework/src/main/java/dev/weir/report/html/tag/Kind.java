package dev.weir.report.html.tag;

import dev.weir.report.Figures;
import java.util.Locale;

/** What the numbers along an axis are. */
public enum Kind {
    /** Since the load began. */
    SECONDS {
        @Override
        public String text(double value) {
            long seconds = Math.round(Math.abs(value));
            String sign = value <= -0.5 ? "-" : "";
            return seconds < 3600
                    ? String.format(Locale.ROOT, "%s%d:%02d", sign, seconds / 60, seconds % 60)
                    : String.format(
                            Locale.ROOT, "%s%d:%02d:%02d", sign, seconds / 3600, seconds / 60 % 60, seconds % 60);
        }
    },
    /** How many nines: of the percentile p, log10 of 1 / (1 - p / 100), which spreads the tail out. */
    PERCENTILE {
        @Override
        public String text(double value) {
            double percentile = 100 * (1 - Math.pow(10, -value));
            int decimals = Math.max(0, (int) Math.ceil(value) - 1);
            return Numerals.trimmed(String.format(Locale.ROOT, "%." + decimals + "f", percentile));
        }
    },
    /** Milliseconds. */
    MILLIS {
        @Override
        public String text(double value) {
            return Figures.millis(Math.round(value * 1e6));
        }
    },
    /** Messages per second. */
    RATE {
        @Override
        public String text(double value) {
            return Figures.rate(value);
        }
    },
    /** Messages. */
    MESSAGES {
        @Override
        public String text(double value) {
            return Figures.count(Math.round(value));
        }
    },
    /** MiB per second, or any other figure. */
    PLAIN {
        @Override
        public String text(double value) {
            return Numerals.significant(value);
        }
    },
    /** Texts in their order; the value is the index. */
    CATEGORY {
        @Override
        public String text(double value) {
            return String.valueOf(Math.round(value));
        }
    };

    /** For a person, without the unit. */
    public abstract String text(double value);

    public static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }
}
