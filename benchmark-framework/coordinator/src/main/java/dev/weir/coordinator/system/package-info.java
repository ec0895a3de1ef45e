/** The system during a run: whether it answers, absent brokers, ends of its logs, retention and expired messages, consumer lag. */
@NullMarked
package dev.weir.coordinator.system;

import org.jspecify.annotations.NullMarked;
