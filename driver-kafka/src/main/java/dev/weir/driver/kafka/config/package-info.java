/** What a driver file comes to for Kafka's clients: their properties, what is wrong with them, and what is promised then. */
@NullMarked
package dev.weir.driver.kafka.config;

import org.jspecify.annotations.NullMarked;
