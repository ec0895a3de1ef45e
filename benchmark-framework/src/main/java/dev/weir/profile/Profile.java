package dev.weir.profile;

import java.util.List;

/**
 * What one process did in a stretch of time. A holder, not a value.
 *
 * @param cpu samples of threads that executed Java code; the outermost frames are threads
 * @param allocation bytes, as far as samples tell; the innermost frames are the classes of the objects
 * @param locks for which threads waited, the longest first
 * @param io for which threads waited, the longest first
 * @param collections of the heap, and their pauses
 * @param firstSeconds from the begin of the stretch to the first event of the recording; 0 if that is older
 */
public record Profile(
        FrameTree cpu,
        FrameTree allocation,
        List<WaitCost> locks,
        List<WaitCost> io,
        Collections collections,
        double firstSeconds) {
    public Profile {
        locks = List.copyOf(locks);
        io = List.copyOf(io);
    }

    /**
     * Garbage collections.
     *
     * @param pauseNanos of all of them
     */
    public record Collections(long count, long pauseNanos) {}
}
