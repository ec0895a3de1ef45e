/** Kafka's producers and consumers for the driver contract. */
@NullMarked
package dev.weir.driver.kafka.client;

import org.jspecify.annotations.NullMarked;
