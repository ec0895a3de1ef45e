/** The fields on top of a result file that have the names, units and meanings of the OpenMessaging Benchmark. */
@NullMarked
package dev.weir.result.omb;

import org.jspecify.annotations.NullMarked;
