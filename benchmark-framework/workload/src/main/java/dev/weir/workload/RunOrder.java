package dev.weir.workload;

/** Order of the runs of a workload file. */
public enum RunOrder {
    /** Interleaved, with the systems in turn first: A B, then B A, so that no drift favours one of them. */
    BALANCED,

    /** All points once, then all of them again, so that a drift of the system affects each of them. */
    INTERLEAVED,

    /** Drawn from the seed. */
    RANDOM
}
