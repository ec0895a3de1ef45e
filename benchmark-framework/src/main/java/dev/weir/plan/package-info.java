/**
 * Pure: run, workers and seed decide who does what. No time, no threads, no network.
 *
 * <p>Place in the pipeline: between a workload and the coordinator that hands the assignments to workers.
 *
 * <p>May import of ours: {@code workload}, {@code pacing}, {@code driver} (its values).
 */
@NullMarked
package dev.weir.plan;

import org.jspecify.annotations.NullMarked;
