/**
 * What is sampled beside the load: what the worker's own process used.
 *
 * <p>Place in the pipeline: a worker samples once a snapshot; the result shows it under {@code harness}.
 *
 * <p>May import of ours: {@code clock}, {@code measure}.
 */
@NullMarked
package dev.weir.observe;

import org.jspecify.annotations.NullMarked;
