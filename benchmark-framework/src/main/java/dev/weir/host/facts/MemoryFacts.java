package dev.weir.host.facts;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Memory of a host, as one process sees it.
 *
 * @param physicalBytes of the host
 * @param availableBytes what programs could still get without swapping
 * @param limitBytes limit of the process's control groups; absent without a limit
 * @param maxHeapBytes the JVM's limit
 * @param swapBytes of the host; 0 without swap
 * @param swapUsedBytes used part of it
 * @param swappiness the kernel's tendency to swap, 0 to 200
 */
public record MemoryFacts(
        OptionalLong physicalBytes,
        OptionalLong availableBytes,
        OptionalLong limitBytes,
        long maxHeapBytes,
        OptionalLong swapBytes,
        OptionalLong swapUsedBytes,
        OptionalInt swappiness) {}
