package dev.weir.workload.section;

import dev.weir.workload.load.Load;

/** A section whose value is the load. Its field makes all required ones optional; only its checks apply. */
public interface LoadSection<L extends Load.OfFeature> extends Section<L> {
    /** Returns the bytes of a message if the file gives no {@code messageSize}. */
    int messageBytes();
}
