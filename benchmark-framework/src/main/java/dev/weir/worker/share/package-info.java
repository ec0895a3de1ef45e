/** Consumers of share groups: they process messages, acknowledge each of them, and count what became of it. */
@NullMarked
package dev.weir.worker.share;

import org.jspecify.annotations.NullMarked;
