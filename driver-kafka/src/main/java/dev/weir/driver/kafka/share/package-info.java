/** Share groups with Kafka's client. */
@org.jspecify.annotations.NullMarked
package dev.weir.driver.kafka.share;
