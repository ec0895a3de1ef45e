/**
 * Throw-away clusters of real Apache Kafka brokers on this host, each broker a JVM of its own.
 *
 * <p>Place in the pipeline: {@code -d embedded} starts one through
 * {@link dev.weir.driver.kafka.embedded.KafkaEmbeddedClusters} and then drives it as it would any other cluster. The
 * brokers are processes and not threads, so that their garbage collection, their fatal faults and their class loading
 * stay out of the process that measures; they still share the host with it, and every result of such a run says so.
 *
 * <p>A cluster outlives its owner by no more than a moment, however the owner ends: each broker watches its standard
 * input, and ends and deletes its data when that closes. There is deliberately no shutdown hook: hooks run beside each
 * other and in no order, and on Ctrl-C the coordinator still needs the cluster while its own hook finishes the run.
 *
 * <p>May import of ours: {@code dev.weir.driver}.
 */
@NullMarked
package dev.weir.driver.kafka.embedded;

import org.jspecify.annotations.NullMarked;
