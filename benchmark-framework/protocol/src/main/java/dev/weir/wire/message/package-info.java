/** Messages between coordinator and workers. */
@NullMarked
package dev.weir.wire.message;

import org.jspecify.annotations.NullMarked;
