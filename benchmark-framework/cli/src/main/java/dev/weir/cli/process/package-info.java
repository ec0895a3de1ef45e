/** Process of a command: exit status, signals, uncaught errors, output to the terminal. */
@NullMarked
package dev.weir.cli.process;

import org.jspecify.annotations.NullMarked;
