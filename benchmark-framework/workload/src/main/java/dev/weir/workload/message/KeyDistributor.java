package dev.weir.workload.message;

/** How messages get their keys. The constants are OMB's names in workload files. */
public enum KeyDistributor {
    /** Messages have no key; the client's partitioner spreads them. */
    NO_KEY,
    /** Each producer uses the keys in order. */
    KEY_ROUND_ROBIN,
    /** Each message gets a key drawn uniformly. OMB draws by the nanosecond clock; here the run's seed draws. */
    RANDOM_NANO
}
