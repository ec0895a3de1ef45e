/**
 * What messages carry: payloads, their sizes, keys, and how they are spread over partitions.
 *
 * <p>May import of {@code workload}: nothing.
 */
@NullMarked
package dev.weir.workload.message;

import org.jspecify.annotations.NullMarked;
