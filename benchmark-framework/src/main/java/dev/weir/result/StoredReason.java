package dev.weir.result;

import java.util.Objects;

/**
 * Why a run's figures stand as they do, as a result file has it.
 *
 * @param code constant: upper case
 * @param text for a person
 */
public record StoredReason(String code, Severity severity, String text) {
    public StoredReason {
        Objects.requireNonNull(code);
        Objects.requireNonNull(severity);
        Objects.requireNonNull(text);
    }
}
