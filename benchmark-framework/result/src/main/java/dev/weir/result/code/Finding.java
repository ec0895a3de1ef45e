package dev.weir.result.code;

import java.util.Locale;

/**
 * A statement about the system under test: a result, not a fault of the run.
 *
 * @param count number of occurrences or of messages
 * @param text text for a person, with the figures
 */
public record Finding(Code code, long count, String text) {
    public Finding {
        // Some events and reasons have the name of a finding.
        code = Code.of(code.name(), FindingCode.values());
    }

    public static Finding of(FindingCode code, long count, String format, Object... values) {
        return new Finding(code, count, String.format(Locale.ROOT, format, values));
    }
}
