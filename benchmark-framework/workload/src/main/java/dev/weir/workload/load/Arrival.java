package dev.weir.workload.load;

/** Distribution of an open loop's messages over time. Upper case here, lower case in files. */
public enum Arrival {
    UNIFORM,
    /** At random, independent of each other, like many independent users. */
    POISSON,
    /** All messages of a period at its begin. */
    BURST
}
