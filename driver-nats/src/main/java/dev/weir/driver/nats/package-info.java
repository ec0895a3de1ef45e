/**
 * The driver {@code nats}, on JetStream. Weir does not ship it: it is an example of a driver in jars of its own, which
 * Weir loads with a class loader of their own.
 *
 * <p>A partition is a stream of its own, because only a stream has an order, a numbering and a leader of its own in
 * JetStream: the partition 2 of the topic {@code t} is the stream {@code t_2} with the subject {@code t.2}. A
 * subscription is one durable pull consumer on each of these streams, and {@link
 * dev.weir.driver.nats.PartitionAssignor} spreads them over its consumers. Each message is acknowledged by itself, in
 * both directions.
 *
 * <p>Place in the pipeline: behind the SPI, like every driver.
 */
@NullMarked
package dev.weir.driver.nats;

import org.jspecify.annotations.NullMarked;
