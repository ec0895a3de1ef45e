/**
 * Decides what each worker does, from the workload, the workers and the seed. No time, no threads, no network.
 *
 * <p>Place in the pipeline: between a workload and the coordinator that hands the assignments to workers.
 */
@NullMarked
package dev.weir.plan;

import org.jspecify.annotations.NullMarked;
