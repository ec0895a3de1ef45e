/** What a process and its host did during the load: CPU, pauses, network. */
@NullMarked
package dev.weir.host.observation;

import org.jspecify.annotations.NullMarked;
