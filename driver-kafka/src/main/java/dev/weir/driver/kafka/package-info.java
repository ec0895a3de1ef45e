/**
 * The driver {@code kafka}, on Apache Kafka's own Java client. It adds nothing to the client that affects measurements:
 * one callback object per message, no copy of a payload, one poll loop per consumer. The driver {@code redpanda} runs
 * the same code, so that a comparison of the two systems does not compare two harnesses.
 *
 * <p>Place in the pipeline: behind the SPI, like every driver.
 */
@NullMarked
package dev.weir.driver.kafka;

import org.jspecify.annotations.NullMarked;
