/** Clients of a transaction benchmark, which do one transaction after the other. */
@NullMarked
package dev.weir.worker.loop;

import org.jspecify.annotations.NullMarked;
