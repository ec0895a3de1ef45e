/** Options that several commands share. */
@NullMarked
package dev.weir.cli.option;

import org.jspecify.annotations.NullMarked;
