package dev.weir.workload.goal;

/** Unit of a threshold's limit and figure. */
public enum LimitUnit {
    NANOSECONDS("ns"),
    MESSAGES_PER_SECOND("messages/s"),
    /** For rates: 100 is the target rate. */
    PERCENT_OF_TARGET("% of target"),
    MESSAGES("messages"),
    /** For outcomes, which are numbered from VALID, 0, to FAILED, 3. */
    OUTCOME("outcome");

    private final String key;

    LimitUnit(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
