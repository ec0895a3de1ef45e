/** Consumers of share groups: they process messages, acknowledge each of them, and count its outcome. */
@NullMarked
package dev.weir.worker.share;

import org.jspecify.annotations.NullMarked;
