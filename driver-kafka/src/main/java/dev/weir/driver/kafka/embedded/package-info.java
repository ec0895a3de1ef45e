/**
 * Throw-away clusters of real Apache Kafka brokers on this host; {@code -d embedded} starts one. Each broker is a process
 * and not a thread, so that its garbage collection, its fatal faults and its class loading do not affect the process that
 * measures. They still share the host with it, which each result of such a run states.
 *
 * <p>A cluster ends shortly after its owner, however the owner ends: each broker watches its standard input, and ends
 * and deletes its data when that closes. There is deliberately no shutdown hook: hooks run concurrently and in no
 * order, and on Ctrl-C the coordinator still needs the cluster while its own hook finishes the run.
 */
@NullMarked
package dev.weir.driver.kafka.embedded;

import org.jspecify.annotations.NullMarked;
