package dev.weir.result.run;

import java.util.OptionalDouble;

/**
 * Of a subscription that began while the load ran.
 *
 * @param afterSeconds when it began, after the begin of the measurement
 * @param caughtUpAfterSeconds after its own begin, when less than a second's load was left to be received; empty if that was
 *     not by the end of the measurement, and for one that does not begin at the first message
 * @param catchUpMessagesPerSecond what it received until then, or until the end of the measurement; its first and its last
 *     second are left out; empty if there is nothing else
 */
public record LaterStart(
        double afterSeconds, OptionalDouble caughtUpAfterSeconds, OptionalDouble catchUpMessagesPerSecond) {}
