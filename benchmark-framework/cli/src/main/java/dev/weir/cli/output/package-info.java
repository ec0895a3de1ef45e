/** Output of commands: progress, closing tables, pages, CSV and JUnit files. */
@NullMarked
package dev.weir.cli.output;

import org.jspecify.annotations.NullMarked;
