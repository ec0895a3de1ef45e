/**
 * Kinds of load ({@link Load}) and their rates: arrivals, curves, transactions, pipelines.
 */
@NullMarked
package dev.weir.workload.load;

import org.jspecify.annotations.NullMarked;
