/** Administers Kafka: topics, settings of the cluster, and facts about it. */
@NullMarked
package dev.weir.driver.kafka.admin;

import org.jspecify.annotations.NullMarked;
