package dev.weir.coordinator.verdict;

import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Throughput;
import dev.weir.wire.message.SenderWork;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Rate that the sending threads of all workers could achieve in the measurement if the system never made them wait,
 * compared with the target rate. A thread that is busy for 2 us with each message sends at most 500,000 a second; where
 * its share of the target is less, the share counts. A target above this limit reveals nothing about the system.
 *
 * @param messagesPerSecond what the threads could send of it, at most the target
 */
public record SenderLimit(double targetMessagesPerSecond, double messagesPerSecond) {
    /** A smaller share of the target counts as not met. */
    static final double MET = 0.99;

    /** Computes the limit of a finished load. Senders that did not report count as fast enough. */
    public static SenderLimit of(List<SenderWork> senders, int producers, Throughput throughput) {
        OptionalDouble known = throughput.targetMessagesPerSecond();
        if (known.isEmpty()) {
            return new SenderLimit(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double target = known.getAsDouble();
        double missing = 0;
        for (SenderWork sender : senders) {
            double share = target * sender.producers() / Math.max(1, producers);
            missing += Math.max(0, share - sender.limitMessagesPerSecond());
        }
        return new SenderLimit(target, target - missing);
    }

    public boolean isBelowTarget() {
        return messagesPerSecond < MET * targetMessagesPerSecond;
    }

    public Optional<Reason> reason() {
        return isBelowTarget()
                ? Optional.of(Reason.of(
                                ReasonCode.SENDERS_SATURATED,
                                Severity.INVALID,
                                "the sending threads can send at most %,.0f messages per second (%.0f %% of the target"
                                        + " of %,.0f), even if the system never makes them wait",
                                messagesPerSecond,
                                100 * messagesPerSecond / targetMessagesPerSecond,
                                targetMessagesPerSecond)
                        .with(new NamedFigures()
                                .with("limitMessagesPerSecond", messagesPerSecond)
                                .with("targetMessagesPerSecond", targetMessagesPerSecond)))
                : Optional.empty();
    }
}
