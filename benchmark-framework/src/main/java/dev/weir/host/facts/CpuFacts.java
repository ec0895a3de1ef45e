package dev.weir.host.facts;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The processors of a host, as one process sees them.
 *
 * @param cores that the JVM sees
 * @param quotaCores CPU time that the process's control groups may use, in cores; when a period's share is used up, the
 *     kernel stops them until the period is over. Absent without a limit
 * @param governor who sets the cores' frequencies, several names if the cores differ; absent where the kernel does not
 *     report it, as in
 *     most virtual machines
 */
public record CpuFacts(int cores, OptionalDouble quotaCores, Optional<String> governor) {}
