package dev.weir.workload.section;

import dev.weir.workload.load.Load;

/**
 * A section whose value is the load of the run. Its field makes all required fields of the core optional, and only its
 * own checks apply.
 */
public interface LoadSection<L extends Load.OfFeature> extends Section<L> {
    /** Returns the bytes of a message if the file gives no {@code messageSize}. */
    int messageBytes();
}
