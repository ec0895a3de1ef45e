/** Transactions: a capability that not every system has. */
@NullMarked
package dev.weir.driver.transaction;

import org.jspecify.annotations.NullMarked;
