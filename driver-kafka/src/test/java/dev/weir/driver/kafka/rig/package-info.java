/**
 * Holds Weir against Kafka's own tools, and at a rate against a bare loop around Kafka's client and against OMB, side by
 * side on one broker or on a sink that only acknowledges: {@code bin/measure rig}. Its figures are those of the client processes alone, taken from outside and
 * in the same way of each side.
 *
 * <p>Not run with the tests: it takes minutes, and what it finds is a measurement and not a fact.
 */
@NullMarked
package dev.weir.driver.kafka.rig;

import org.jspecify.annotations.NullMarked;
