/** Parts of a result that describe one run: set-up, clients, hooks and failures of the system. */
@NullMarked
package dev.weir.result.run;

import org.jspecify.annotations.NullMarked;
