/** Sends and receives: producers, consumers, readers, and the listeners that receive each message. */
@NullMarked
package dev.weir.driver.client;

import org.jspecify.annotations.NullMarked;
