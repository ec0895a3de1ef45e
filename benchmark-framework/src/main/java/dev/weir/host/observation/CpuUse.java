package dev.weir.host.observation;

/**
 * What became of the cores' time in a stretch, of the cores that the process may run on. Shares are of time, in [0, 1].
 *
 * @param busyShare of all cores together: whatever ran, of whichever process
 * @param stolenShare likewise: time in which something wanted to run and the host of the virtual machine ran another
 * @param fullestCore number of the core that had least left
 * @param fullestCoreShare busy and stolen, of that core
 * @param throttledNanos for how long the kernel stopped this process's control groups since their quota was used up
 */
public record CpuUse(
        double busyShare, double stolenShare, int fullestCore, double fullestCoreShare, long throttledNanos) {}
