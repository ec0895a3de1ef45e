/**
 * Runs driver jars of the OpenMessaging Benchmark (OMB), unchanged. {@link dev.weir.driver.omb.OmbDrivers} finds the
 * drivers in the jars of a {@code --driver-path}; each becomes a driver of Weir, {@code omb-rabbitmq} for instance.
 *
 * <p>OMB's interfaces have a key and a payload only. So the stamp is in the payload, and partitions, offsets and
 * durability are unknown.
 *
 * <p>Place in the pipeline: behind the SPI, like every driver.
 */
@NullMarked
package dev.weir.driver.omb;

import org.jspecify.annotations.NullMarked;
