package dev.weir.host.observation;

/**
 * Use of the cores that the process may use, over a time. Shares are of time, in [0, 1].
 *
 * @param busyShare busy share of all cores together, by any process
 * @param stolenShare share in which a process was ready to run and the host of the virtual machine ran something else
 * @param fullestCore core with the highest use
 * @param fullestCoreShare busy and stolen share of that core
 */
public record CpuUse(double busyShare, double stolenShare, int fullestCore, double fullestCoreShare) {}
