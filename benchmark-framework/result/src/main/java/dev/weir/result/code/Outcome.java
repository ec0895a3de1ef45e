package dev.weir.result.code;

import java.util.Comparator;
import java.util.List;

/** Whether a run was completed, and whether its figures can be trusted. */
public enum Outcome {
    /** Completed; there is no objection to the figures. */
    VALID,
    /** Completed; a reason lowers the confidence. */
    DEGRADED,
    /** Completed; a reason forbids using the figures. */
    INVALID,
    /** Not completed. */
    FAILED;

    public static Outcome of(List<Reason> reasons) {
        return reasons.stream()
                .map(reason -> switch (reason.severity()) {
                    case NOTE -> VALID;
                    case DEGRADED -> DEGRADED;
                    case INVALID -> INVALID;
                })
                .max(Comparator.naturalOrder())
                .orElse(VALID);
    }
}
