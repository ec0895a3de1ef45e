/**
 * Kafka's own performance tools, those of {@code org.apache.kafka:kafka-tools}, each run in a JVM of its own.
 *
 * <p>Place in the pipeline: {@code bin/benchmark referee} runs them beside Weir, through {@link
 * dev.weir.driver.kafka.referee.KafkaReferees}. May import of ours: {@code dev.weir.driver}.
 */
@NullMarked
package dev.weir.driver.kafka.referee;

import org.jspecify.annotations.NullMarked;
