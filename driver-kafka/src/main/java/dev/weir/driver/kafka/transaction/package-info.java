/** Transactions with Kafka's client. */
@NullMarked
package dev.weir.driver.kafka.transaction;

import org.jspecify.annotations.NullMarked;
