package dev.weir.host.facts;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Processors of a host, as one process sees them.
 *
 * @param cores number that the JVM sees
 * @param quotaCores CPU time that the process's control groups may use, in cores; when a period's share is used up, the
 *     kernel stops them until the end of the period. Absent without a limit
 * @param governor frequency governor of the cores, several names if they differ; absent where the kernel does not
 *     report it, as in most virtual machines
 * @param loadPerCore load average of the minute before the facts were read, for each core of the host; absent if unknown
 */
public record CpuFacts(int cores, OptionalDouble quotaCores, Optional<String> governor, OptionalDouble loadPerCore) {}
