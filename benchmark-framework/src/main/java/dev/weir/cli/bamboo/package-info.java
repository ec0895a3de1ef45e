/** The command that runs what bamboo, Redpanda's early load generator, would have run. */
@NullMarked
package dev.weir.cli.bamboo;

import org.jspecify.annotations.NullMarked;
