package dev.weir.doctor;

import java.util.Locale;

/**
 * Result of one check.
 *
 * @param found what was found, and why that matters if it is not right
 * @param remedy what to change: the command or the setting; empty if nothing
 */
public record Check(String name, CheckOutcome verdict, String found, String remedy) {
    public Check {
        if (remedy.isEmpty() != (verdict == CheckOutcome.OK)) {
            throw new IllegalArgumentException("a failed check needs a remedy, and an OK one must have none: " + name);
        }
    }

    static Check ok(String name, String found) {
        return new Check(name, CheckOutcome.OK, found, "");
    }

    static Check warn(String name, String found, String remedy) {
        return new Check(name, CheckOutcome.WARN, found, remedy);
    }

    static Check fail(String name, String found, String remedy) {
        return new Check(name, CheckOutcome.FAIL, found, remedy);
    }

    /** Returns a warning if this is OK and the condition holds; {@code why} follows what was found. */
    Check warnIf(boolean applies, String why, String remedy) {
        return applies && verdict == CheckOutcome.OK ? warn(name, found + why, remedy) : this;
    }

    /** Returns a failure if this is OK and the condition holds; {@code why} follows what was found. */
    Check failIf(boolean applies, String why, String remedy) {
        return applies && verdict == CheckOutcome.OK ? fail(name, found + why, remedy) : this;
    }

    static String gibibytes(long bytes) {
        return format("%.1f GiB", bytes / (double) (1L << 30));
    }

    static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    public enum CheckOutcome {
        /** As it should be. */
        OK,
        /** A run works, but its figures may suffer. */
        WARN,
        /** A run would fail, or its figures would be useless. */
        FAIL
    }
}
