/**
 * The commands: options, wiring, display, exit status. The only place that ends the process or writes to its standard
 * output.
 *
 * <p>Place in the pipeline: around it.
 */
@NullMarked
package dev.weir.cli;

import org.jspecify.annotations.NullMarked;
