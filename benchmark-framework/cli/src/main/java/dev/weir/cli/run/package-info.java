/** From the arguments of a command to a campaign that is carried out. */
@NullMarked
package dev.weir.cli.run;

import org.jspecify.annotations.NullMarked;
