/** Fields on top of a result file with the names, units and meanings of the OpenMessaging Benchmark. */
@NullMarked
package dev.weir.result.omb;

import org.jspecify.annotations.NullMarked;
