/** Share groups (KIP-932): a capability that not every system has. */
@NullMarked
package dev.weir.driver.share;

import org.jspecify.annotations.NullMarked;
