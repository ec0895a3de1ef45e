/**
 * Contents of messages: payloads, their sizes, keys, and their distribution over partitions.
 *
 * <p>May import of {@code workload}: nothing.
 */
@NullMarked
package dev.weir.workload.message;

import org.jspecify.annotations.NullMarked;
