/** Divides the latencies of a finished run into the stages of a message's way. */
@NullMarked
package dev.weir.result.stage;

import org.jspecify.annotations.NullMarked;
