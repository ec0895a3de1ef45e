/** Administers Kafka: topics, settings of the cluster, and facts about it. */
@org.jspecify.annotations.NullMarked
package dev.weir.driver.kafka.admin;
