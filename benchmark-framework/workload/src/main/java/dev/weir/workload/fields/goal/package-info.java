/** Fields of thresholds and of the search for the highest rate, and the text of a condition. */
@NullMarked
package dev.weir.workload.fields.goal;

import org.jspecify.annotations.NullMarked;
