package dev.weir.coordinator.verdict;

import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Throughput;
import dev.weir.wire.message.SenderWork;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the sending threads of all workers could send in the measurement if the system never made them wait, against what
 * the workload asks of them. A thread that is busy for 2 us with each message sends at most 500,000 a second; where its
 * share of the target is less than that, the share counts. A target above the limit says nothing of the system.
 *
 * @param targetMessagesPerSecond asked for
 * @param messagesPerSecond what the threads could send of it, at most the target
 */
public record SenderLimit(double targetMessagesPerSecond, double messagesPerSecond) {
    /** Of the target: so much less is not met. */
    static final double MET = 0.99;

    /**
     * Of a load that is over.
     *
     * @param senders those that are known: the others count as fast enough
     * @param producers of the load
     */
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

    /** Why the run says nothing of the system at this target; empty if the senders could send it. */
    public Optional<Reason> reason() {
        return isBelowTarget()
                ? Optional.of(Reason.of(
                        ReasonCode.SENDERS_SATURATED,
                        Severity.INVALID,
                        String.format(
                                Locale.ROOT,
                                "the sending threads can send at most %,.0f messages per second (%.0f %% of the target"
                                        + " of %,.0f), even if the system never makes them wait: use more workers or"
                                        + " producers, or a lower rate",
                                messagesPerSecond,
                                100 * messagesPerSecond / targetMessagesPerSecond,
                                targetMessagesPerSecond),
                        new NamedFigures()
                                .with("limitMessagesPerSecond", messagesPerSecond)
                                .with("targetMessagesPerSecond", targetMessagesPerSecond)
                                .byName(),
                        Optional.empty()))
                : Optional.empty();
    }
}
