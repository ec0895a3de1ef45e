/** Kafka's producers and consumers, as the contract wants them. */
@NullMarked
package dev.weir.driver.kafka.client;

import org.jspecify.annotations.NullMarked;
