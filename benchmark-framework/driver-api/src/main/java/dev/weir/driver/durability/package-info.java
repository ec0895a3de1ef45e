/** What an acknowledgement means: which copies of a message exist then, and what protects them. */
@NullMarked
package dev.weir.driver.durability;

import org.jspecify.annotations.NullMarked;
