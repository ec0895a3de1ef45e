package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.Severity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What was found of the instrument and of the system.
 *
 * @param reasons statements about the instrument
 * @param findings statements about the system
 * @param failure why the run could not be carried out; an empty text if it could
 * @param interrupted whether a person ended it early
 */
public record RunVerdict(List<Reason> reasons, List<Finding> findings, Optional<String> failure, boolean interrupted) {
    public RunVerdict {
        reasons = List.copyOf(reasons);
        findings = List.copyOf(findings);
    }

    /**
     * A statement about the instrument.
     *
     * @param code constant: upper case
     * @param text for a person
     * @param figures that the text has, by name, each with its unit last
     * @param begin of the worst stretch; empty if it has none
     * @param end of the same
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Reason(
            String code,
            Severity severity,
            String text,
            Map<String, Number> figures,
            Optional<Moment> begin,
            Optional<Moment> end) {
        public Reason {
            Objects.requireNonNull(severity, "severity must be one of those that there are");
        }
    }

    /**
     * A statement about the system.
     *
     * @param code constant: upper case
     * @param count how often it occurred
     * @param text for a person
     */
    public record Finding(String code, long count, String text) {}
}
