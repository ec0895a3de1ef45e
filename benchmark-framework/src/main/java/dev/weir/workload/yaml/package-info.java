/**
 * Reads typed fields from YAML, and says everything that is wrong with a file at once: file, line, field, what is allowed.
 * A table of fields ({@link FieldTable}) says what a mapping may hold; {@link FieldReader} reads a mapping by its table. Knows
 * no field of Weir itself.
 *
 * <p>May import of {@code workload}: {@code workload.text}.
 */
@NullMarked
package dev.weir.workload.yaml;

import org.jspecify.annotations.NullMarked;
