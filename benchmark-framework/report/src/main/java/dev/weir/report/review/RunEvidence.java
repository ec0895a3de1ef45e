package dev.weir.report.review;

import dev.weir.result.code.ReviewCode.Effect;

/** What a run shows about a rule: that it violates the rule, or why the rule cannot be judged. */
record RunEvidence(Effect effect, String text) {
    static RunEvidence refusal(String text) {
        return new RunEvidence(Effect.REFUSES, text);
    }

    static RunEvidence unknown(String why) {
        return new RunEvidence(Effect.UNKNOWN, why);
    }
}
