package dev.weir.result;

import java.util.Objects;

/**
 * Why a run's figures stand as they do, as a result file has it.
 *
 * @param code for scripts
 * @param text for a person
 */
public record StoredReason(Code code, Severity severity, String text) {
    public StoredReason {
        Objects.requireNonNull(code);
        Objects.requireNonNull(severity);
        Objects.requireNonNull(text);
    }
}
