package dev.weir.host.facts;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The memory of a host, as one process sees it.
 *
 * @param physicalBytes of the host
 * @param availableBytes that programs could still get without swapping, when it was read
 * @param limitBytes what the process's control groups may use; absent without a limit
 * @param maxHeapBytes the JVM's limit
 * @param swapBytes of the host; 0 without swap
 * @param swapUsedBytes of it, when it was read
 * @param swappiness how readily the kernel swaps, 0 to 200
 */
public record MemoryFacts(
        OptionalLong physicalBytes,
        OptionalLong availableBytes,
        OptionalLong limitBytes,
        long maxHeapBytes,
        OptionalLong swapBytes,
        OptionalLong swapUsedBytes,
        OptionalInt swappiness) {}
