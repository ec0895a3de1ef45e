/**
 * Shows results to people. Renderers only read.
 *
 * <p>Place in the pipeline: its last step.
 *
 * <p>May import of ours: {@code result}, {@code measure}, and the values in a result: {@code brokermetrics}, {@code
 * workload}, {@code driver}, {@code audit}; {@code profile} for
 * the recordings beside a result.
 */
@NullMarked
package dev.weir.report;

import org.jspecify.annotations.NullMarked;
