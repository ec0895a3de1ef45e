package dev.weir.workload.goal;

/** What the limit of a threshold, and the figure beside it, are measured in. */
public enum LimitUnit {
    /** Of latencies. */
    NANOSECONDS("ns"),
    /** Of rates. */
    MESSAGES_PER_SECOND("messages/s"),
    /** Of rates, too: 100 is what the load asks for. */
    PERCENT_OF_TARGET("% of target"),
    /** Of counts. */
    MESSAGES("messages"),
    /** Of outcomes, which are numbered from VALID, 0, to FAILED, 3. */
    OUTCOME("outcome");

    private final String key;

    LimitUnit(String key) {
        this.key = key;
    }

    /** The name in results. */
    public String key() {
        return key;
    }
}
