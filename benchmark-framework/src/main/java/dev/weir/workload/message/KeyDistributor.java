package dev.weir.workload.message;

/** How messages get their keys. The constants are the names in workload files, which are OMB's. */
public enum KeyDistributor {
    /** Messages have no key; the client's partitioner spreads them. */
    NO_KEY,
    /** Each producer walks the keys in order. */
    KEY_ROUND_ROBIN,
    /** Each message gets a key drawn uniformly. OMB draws by the nanosecond clock; here the run's seed draws. */
    RANDOM_NANO
}
