package dev.weir.report.review;

/**
 * What a run shows about a rule.
 *
 * @param violates whether it violates the rule; otherwise the rule cannot be judged
 * @param text the field and its value, or what is missing
 */
record RunEvidence(boolean violates, String text) {
    static RunEvidence violation(String text) {
        return new RunEvidence(true, text);
    }

    static RunEvidence unknown(String why) {
        return new RunEvidence(false, why);
    }
}
