/**
 * Was everything that was acknowledged delivered once to every subscription, and in order?
 *
 * <p>Place in the pipeline: client threads note sequences, snapshots carry them to the coordinator, which compares.
 *
 * <p>May import of ours: nothing.
 */
@NullMarked
package dev.weir.audit;

import org.jspecify.annotations.NullMarked;
