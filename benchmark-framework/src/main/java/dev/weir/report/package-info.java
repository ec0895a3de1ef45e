/**
 * Shows results to people. Renderers only read.
 *
 * <p>Place in the pipeline: its last step.
 *
 * <p>May import of ours: {@code result}, {@code measure}.
 */
@NullMarked
package dev.weir.report;

import org.jspecify.annotations.NullMarked;
