package dev.weir.host.facts;

import java.util.OptionalLong;

/**
 * A control group with a memory limit.
 *
 * @param group its folder, which distinguishes it from others
 * @param usedBytes memory in use, without the cached files that the kernel gives up first; absent if the kernel does
 *     not report it
 * @param limitHits how often the group was at its limit since it was created, so that the kernel had to reclaim memory
 * @param kills processes of the group that the kernel has killed because it was out of memory
 */
public record MemoryLimit(String group, long limitBytes, OptionalLong usedBytes, long limitHits, long kills) {}
