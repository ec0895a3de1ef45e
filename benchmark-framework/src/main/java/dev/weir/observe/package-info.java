/**
 * What is sampled beside the load: what the worker's own process used, and what its host is.
 *
 * <p>Place in the pipeline: a worker tells its host's facts when it is greeted, and samples once a snapshot; the result
 * shows both under {@code workers}. {@code bin/benchmark doctor} judges the facts.
 *
 * <p>May import of ours: {@code clock}, {@code measure}.
 */
@NullMarked
package dev.weir.observe;

import org.jspecify.annotations.NullMarked;
