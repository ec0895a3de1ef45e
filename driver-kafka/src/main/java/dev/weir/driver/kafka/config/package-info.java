/** Converts a driver file for Kafka's clients: their properties, problems with them, and what they promise. */
@NullMarked
package dev.weir.driver.kafka.config;

import org.jspecify.annotations.NullMarked;
