/**
 * Holds Weir against Kafka's own tools, side by side on one broker: {@code bin/measure rig}. Its figures are those of the
 * client processes alone, taken from outside and in the same way of both sides.
 *
 * <p>Not run with the tests: it takes minutes, and what it finds is a measurement and not a fact.
 */
@NullMarked
package dev.weir.driver.kafka.rig;

import org.jspecify.annotations.NullMarked;
