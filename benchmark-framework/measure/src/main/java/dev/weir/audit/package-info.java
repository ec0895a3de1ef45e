/**
 * Checks that each acknowledged message was delivered once to each subscription, and in order.
 *
 * <p>Place in the pipeline: client threads record sequences, snapshots carry them to the coordinator, which compares.
 */
@NullMarked
package dev.weir.audit;

import org.jspecify.annotations.NullMarked;
