/**
 * The driver {@code redpanda}: the Kafka driver's code for Redpanda, which supports Kafka's protocol. It contains only
 * the differences between the systems, so that a comparison measures these and not two harnesses.
 */
@org.jspecify.annotations.NullMarked
package dev.weir.driver.redpanda;
