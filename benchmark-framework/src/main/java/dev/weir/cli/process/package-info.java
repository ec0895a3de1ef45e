/** End of the process: exit status, signals, deadlines, lack of memory. */
@NullMarked
package dev.weir.cli.process;

import org.jspecify.annotations.NullMarked;
