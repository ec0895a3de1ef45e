/**
 * Reads typed fields from YAML, and reports all problems of a file at once: file, line, field, what is allowed. A table
 * of fields ({@link FieldTable}) lists the fields of a mapping; {@link FieldReader} reads a mapping by its table. Knows
 * no field of Weir itself.
 */
@NullMarked
package dev.weir.workload.yaml;

import org.jspecify.annotations.NullMarked;
