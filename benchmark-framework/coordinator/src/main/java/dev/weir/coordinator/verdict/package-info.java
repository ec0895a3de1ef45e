/** Judgement of a finished run: reasons about the instrument, findings about the system. */
@NullMarked
package dev.weir.coordinator.verdict;

import org.jspecify.annotations.NullMarked;
