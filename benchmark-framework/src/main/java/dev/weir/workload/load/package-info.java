/**
 * How a load goes about its rate: arrivals, rates that change, transactions, pipelines.
 *
 * <p>May import of {@code workload}: nothing.
 */
@NullMarked
package dev.weir.workload.load;

import org.jspecify.annotations.NullMarked;
