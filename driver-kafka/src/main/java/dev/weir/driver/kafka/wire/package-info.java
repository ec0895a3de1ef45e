/**
 * A client of Kafka's protocol that is made to measure: record batches without an object for each message, over Kafka's own
 * network client. Driver files choose it with {@code client: wire}. Begins with {@link
 * dev.weir.driver.kafka.wire.WireProducer} and {@link dev.weir.driver.kafka.wire.WireFetcher}.
 */
@NullMarked
package dev.weir.driver.kafka.wire;

import org.jspecify.annotations.NullMarked;
