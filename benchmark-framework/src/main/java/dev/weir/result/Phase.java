package dev.weir.result;

/** A stretch of a run. */
public enum Phase {
    /** Topics, consumers and producers are made, and every partition is proven usable. */
    PREPARE("prepare"),
    /** The load runs, and nothing that is due counts. */
    WARM_UP("warm-up"),
    /** The load runs, and what is due counts. */
    MEASUREMENT("measurement"),
    /** The load has ended; what is under way is delivered, and the audit compares. */
    SETTLE("settle"),
    /** Clients and topics are taken away. */
    CLOSE("close");

    private final String key;

    Phase(String key) {
        this.key = key;
    }

    /** The name in results and on the terminal. */
    public String key() {
        return key;
    }
}
