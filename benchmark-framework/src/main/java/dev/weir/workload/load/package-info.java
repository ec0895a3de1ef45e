/**
 * Kinds of load ({@link Load}) and their rates: arrivals, curves, transactions, pipelines.
 *
 * <p>May import of {@code workload}: {@code workload.goal}.
 */
@NullMarked
package dev.weir.workload.load;

import org.jspecify.annotations.NullMarked;
