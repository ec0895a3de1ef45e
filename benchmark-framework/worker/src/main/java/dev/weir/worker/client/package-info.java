/** What all clients of a load have in common, whatever they do: how the session's thread starts, reads and closes them. */
@NullMarked
package dev.weir.worker.client;

import org.jspecify.annotations.NullMarked;
