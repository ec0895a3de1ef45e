/** Fields of thresholds, and the text of a condition. */
@NullMarked
package dev.weir.workload.fields.goal;

import org.jspecify.annotations.NullMarked;
