package dev.weir.doctor;

import java.util.Locale;

/** Figures as a person reads them. */
final class ReadableNumbers {
    private static final double GIBIBYTE = 1L << 30;

    private ReadableNumbers() {}

    static String gibibytes(long bytes) {
        return of("%.1f GiB", bytes / GIBIBYTE);
    }

    static String of(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
