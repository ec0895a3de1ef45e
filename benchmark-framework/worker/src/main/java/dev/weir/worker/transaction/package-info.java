/** Transactional producers, and pipelines that consume, transform and produce. */
@NullMarked
package dev.weir.worker.transaction;

import org.jspecify.annotations.NullMarked;
