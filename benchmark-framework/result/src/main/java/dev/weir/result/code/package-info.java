/** Codes of reasons, findings and events with their texts, and the outcome that follows from the reasons. */
@NullMarked
package dev.weir.result.code;

import org.jspecify.annotations.NullMarked;
