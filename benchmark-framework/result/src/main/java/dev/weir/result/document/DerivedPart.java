package dev.weir.result.document;

import dev.weir.measure.LatencySet;
import java.util.Optional;

/** A part of a result that follows from the rest of it. The command {@code verify} computes it again. Any thread. */
public interface DerivedPart {
    /** Returns the name of its field under {@code weir}. */
    String name();

    /**
     * Returns the part: a record, list, map, text or number. Empty if the result does not have it.
     *
     * @param measured latencies of all messages that were due in the measurement
     * @param details all parts but the derived ones
     */
    Optional<?> of(LatencySet measured, RunDetails details);
}
