package dev.weir.result.code;

import java.util.List;

/** Whether a run was carried out, and whether its figures can be believed. */
public enum Outcome {
    /** Carried out; nothing stands against the figures. */
    VALID,
    /** Carried out; a reason lowers the confidence. */
    DEGRADED,
    /** Carried out; a reason forbids using the figures. */
    INVALID,
    /** Not carried out to its end. */
    FAILED;

    /** The outcome of a run that was carried out: the worst of its reasons. */
    public static Outcome of(List<Reason> reasons) {
        Outcome worst = VALID;
        for (Reason reason : reasons) {
            Outcome its = switch (reason.severity()) {
                case NOTE -> VALID;
                case DEGRADED -> DEGRADED;
                case INVALID -> INVALID;
            };
            worst = its.compareTo(worst) > 0 ? its : worst;
        }
        return worst;
    }
}
