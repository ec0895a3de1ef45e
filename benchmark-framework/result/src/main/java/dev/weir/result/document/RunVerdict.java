package dev.weir.result.document;

import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import java.util.List;
import java.util.Optional;

/**
 * Statements about the instrument and the system.
 *
 * @param reasons statements about the instrument, the one that weighs most first
 * @param failure why the run failed; an empty text if it did not
 * @param interrupted whether a person ended it early
 */
public record RunVerdict(List<Reason> reasons, List<Finding> findings, Optional<String> failure, boolean interrupted) {
    public RunVerdict {
        reasons = reasons.stream().sorted(Reason.BY_WEIGHT).toList();
        findings = List.copyOf(findings);
    }
}
