package dev.weir.report.review;

/** What a run shows about a rule: that it violates the rule, or why the rule cannot be judged. */
record RunEvidence(boolean violates, String text) {
    static RunEvidence violation(String text) {
        return new RunEvidence(true, text);
    }

    static RunEvidence unknown(String why) {
        return new RunEvidence(false, why);
    }
}
