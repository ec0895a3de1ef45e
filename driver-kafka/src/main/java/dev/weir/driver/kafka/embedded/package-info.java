/**
 * Throw-away clusters of real Apache Kafka brokers on this host, each broker a JVM of its own.
 *
 * <p>Place in the pipeline: {@code -d embedded} starts one through {@link
 * dev.weir.driver.kafka.embedded.KafkaEmbeddedClusters} and then drives it like any other cluster. The brokers are
 * processes and not threads, so that their garbage collection, their fatal faults and their class loading do not affect
 * the process that measures. They still share the host with it, which each result of such a run states.
 *
 * <p>A cluster ends shortly after its owner, however the owner ends: each broker watches its standard input, and ends
 * and deletes its data when that closes. There is deliberately no shutdown hook: hooks run concurrently and in no
 * order, and on Ctrl-C the coordinator still needs the cluster while its own hook finishes the run.
 */
@NullMarked
package dev.weir.driver.kafka.embedded;

import org.jspecify.annotations.NullMarked;
