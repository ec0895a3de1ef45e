/** Processes that this driver starts on this host: brokers and tools. May import of ours: nothing. */
@NullMarked
package dev.weir.driver.kafka.process;

import org.jspecify.annotations.NullMarked;
