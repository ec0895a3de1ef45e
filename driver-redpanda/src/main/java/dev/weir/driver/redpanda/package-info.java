/**
 * The driver {@code redpanda}: the Kafka driver's code against Redpanda, which speaks Kafka's protocol. Only what differs
 * between the systems is here, so that a comparison measures them and not two harnesses.
 *
 * <p>Place in the pipeline: behind the SPI, like every driver. May import of ours: {@code dev.weir.driver} and
 * {@code dev.weir.driver.kafka}.
 */
@NullMarked
package dev.weir.driver.redpanda;

import org.jspecify.annotations.NullMarked;
