/**
 * The driver {@code redpanda}: the Kafka driver's code for Redpanda, which supports Kafka's protocol. It contains only
 * the differences between the systems, so that a comparison measures these and not two harnesses.
 *
 * <p>Place in the pipeline: behind the SPI, like every driver.
 */
@NullMarked
package dev.weir.driver.redpanda;

import org.jspecify.annotations.NullMarked;
