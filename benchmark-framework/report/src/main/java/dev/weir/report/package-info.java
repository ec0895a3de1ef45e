/**
 * Shows results to people. Renderers only read.
 *
 * <p>Place in the pipeline: its last step.
 */
@NullMarked
package dev.weir.report;

import org.jspecify.annotations.NullMarked;
