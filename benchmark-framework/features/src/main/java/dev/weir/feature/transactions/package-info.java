/** Transaction benchmarks: clients that do one transaction after the other, in place of a load. */
@NullMarked
package dev.weir.feature.transactions;

import org.jspecify.annotations.NullMarked;
