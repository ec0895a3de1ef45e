/** Faults of brokers of embedded clusters, at times that a workload states. */
@NullMarked
package dev.weir.feature.faults;

import org.jspecify.annotations.NullMarked;
