/** Divides latencies into the stages of a message's way: client, broker, replication, network. */
@NullMarked
package dev.weir.feature.stages;

import org.jspecify.annotations.NullMarked;
