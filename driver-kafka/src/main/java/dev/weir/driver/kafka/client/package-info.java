/**
 * Kafka's producers, also with transactions, and consumers for the driver contract; and what all users of Kafka's
 * administration share: {@link dev.weir.driver.kafka.client.AnswerDeadline} and the features of a cluster.
 */
@NullMarked
package dev.weir.driver.kafka.client;

import org.jspecify.annotations.NullMarked;
