/** Observations of a process and its host during the load: CPU, pauses, network. */
@NullMarked
package dev.weir.host.observation;

import org.jspecify.annotations.NullMarked;
