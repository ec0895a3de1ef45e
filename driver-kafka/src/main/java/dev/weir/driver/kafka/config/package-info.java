/** Converts a driver file for Kafka's clients: their properties, problems with them, and what they promise. */
@org.jspecify.annotations.NullMarked
package dev.weir.driver.kafka.config;
