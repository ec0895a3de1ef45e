/** Transactional producers. */
@NullMarked
package dev.weir.worker.transaction;

import org.jspecify.annotations.NullMarked;
