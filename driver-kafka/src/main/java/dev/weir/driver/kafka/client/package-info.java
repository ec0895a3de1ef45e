/** Kafka's producers and consumers for the driver contract. */
@org.jspecify.annotations.NullMarked
package dev.weir.driver.kafka.client;
