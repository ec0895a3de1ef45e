/** Throw-away clusters on this host, and faults of their brokers. */
@NullMarked
package dev.weir.driver.embedded;

import org.jspecify.annotations.NullMarked;
