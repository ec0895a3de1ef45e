package dev.weir.workload.load;

/** How the messages of an open loop are spread over time. Upper case here, lower case in files. */
public enum Arrival {
    /** Evenly. */
    UNIFORM,
    /** At random, independent of each other: what many independent users make. */
    POISSON,
    /** All of a period at its begin. */
    BURST
}
