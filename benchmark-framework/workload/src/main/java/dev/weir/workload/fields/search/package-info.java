/** Fields of the search for the highest rate. */
@NullMarked
package dev.weir.workload.fields.search;

import org.jspecify.annotations.NullMarked;
