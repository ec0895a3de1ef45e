/** Share groups with Kafka's client. */
@NullMarked
package dev.weir.driver.kafka.share;

import org.jspecify.annotations.NullMarked;
