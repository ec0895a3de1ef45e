/** Contents of messages: payloads, their sizes, keys, and their distribution over partitions. */
@NullMarked
package dev.weir.workload.message;

import org.jspecify.annotations.NullMarked;
