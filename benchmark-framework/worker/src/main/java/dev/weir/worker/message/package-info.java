/** Contents of messages: keys, partitions, payloads and the stamp that travels with them. */
@NullMarked
package dev.weir.worker.message;

import org.jspecify.annotations.NullMarked;
