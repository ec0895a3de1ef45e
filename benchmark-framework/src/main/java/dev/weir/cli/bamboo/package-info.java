/** Command that runs the load of bamboo, Redpanda's early load generator. */
@NullMarked
package dev.weir.cli.bamboo;

import org.jspecify.annotations.NullMarked;
