package dev.weir.result.run;

import java.util.OptionalDouble;

/**
 * Start of a subscription that began during the load.
 *
 * @param afterSeconds when it began, after the begin of the measurement
 * @param caughtUpAfterSeconds when less than a second of load was left to be received, after its own begin; empty if
 *     that did not happen in the measurement, or if it does not begin at the first message
 * @param catchUpMessagesPerSecond rate at which it received until then, or until the end of the measurement, without
 *     its first and last second; empty if no other time is left
 */
public record LaterStart(
        double afterSeconds, OptionalDouble caughtUpAfterSeconds, OptionalDouble catchUpMessagesPerSecond) {}
