package dev.weir.workload;

/** In which order the runs of a workload file are made. */
public enum RunOrder {
    /** As {@link #INTERLEAVED}, with the systems in turn first: A B, then B A, so that no drift in time favours one of them. */
    BALANCED,

    /** All of them once, then all of them again: what drifts in the system drifts for each of them. */
    INTERLEAVED,

    /** Drawn from the seed. */
    RANDOM
}
