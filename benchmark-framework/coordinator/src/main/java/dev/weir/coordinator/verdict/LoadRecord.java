package dev.weir.coordinator.verdict;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.host.facts.ToolVersion;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.Reason.ReasonList;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunClients;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.IntervalStore;
import dev.weir.wire.message.Message.LoadEnded;
import dev.weir.wire.message.Message.SenderWork;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What the load of a run produced, and the workers that carried it. Its parts are mutable.
 *
 * @param lostOrUnknown messages of each subscription that are lost or unknown; empty if that is not known
 * @param deletedTopics topics that were deleted during the run, as the end of a sentence; empty if there was none
 * @param repeats why messages were delivered again, or where, as the end of a sentence; empty if that is unknown
 */
public record LoadRecord(
        IntervalStore store,
        AuditResult audit,
        ErrorCounts errors,
        List<WorkerLink> workers,
        WorkerLosses losses,
        List<Long> lostOrUnknown,
        String deletedTopics,
        String repeats) {
    public Throughput throughput() {
        return Throughput.of(store.intervals());
    }

    public long unsent() {
        return ended().unsent();
    }

    public long skipped() {
        return ended().skipped();
    }

    private LoadEnded ended() {
        return workers.stream().map(WorkerLink::loadEnded).reduce(LoadEnded.NOTHING, LoadEnded::plus);
    }

    public SenderLimit senderLimit(int producers) {
        return SenderLimit.of(ended().senders(), producers, throughput());
    }

    public boolean mayHaveDeliveredFailed() {
        return !audit.audited() || audit.violations().deliveredThoughFailed() > 0;
    }

    public Optional<Reason> nothingMeasured(Workload workload) {
        var measured = store.measured();
        boolean hasMeasured = measured.headlines().stream()
                        .anyMatch(latency -> measured.of(latency).count() > 0)
                || (workload.isConsumeOnly() && throughput().deliveredMessagesPerSecond() > 0);
        return hasMeasured
                ? Optional.empty()
                : Optional.of(Reason.of(
                        ReasonCode.NOTHING_MEASURED,
                        "no message that was due in the measurement was acknowledged or received before the end"));
    }

    /** Returns a reason for each way in which messages that were due have no latency. */
    public List<Reason> leftOut() {
        List<Reason> reasons = new ArrayList<>();
        addLeftOut(reasons, unsent(), "due, but the load ended before they were sent");
        addLeftOut(reasons, skipped(), "late and not sent, as catchUp: skip asks");
        censored(store.measured()).ifPresent(reasons::add);
        return reasons;
    }

    private static void addLeftOut(List<Reason> reasons, long messages, String how) {
        if (messages > 0) {
            String text = "%,d messages were " + how + ": only lower bounds of their latencies are known";
            reasons.add(Reason.of(ReasonCode.LATENCIES_CENSORED, Severity.DEGRADED, text, messages));
        }
    }

    /**
     * Returns the reason that headline latencies contain messages without an end: which figures are lower bounds, and
     * what OMB's fields contain. Empty if all messages had an end.
     */
    private static Optional<Reason> censored(LatencySet measured) {
        List<String> counts = new ArrayList<>();
        var figures = new NamedFigures();
        for (Latency latency : measured.headlines()) {
            LatencySamples samples = measured.of(latency);
            if (samples.censored() > 0) {
                counts.add(String.format(
                        Locale.ROOT,
                        "%,d of %,d have no %s (%s)",
                        samples.censored(),
                        samples.total(),
                        latency.key(),
                        unknown(LatencySummary.of(samples))));
                figures.with(latency.key() + "CensoredMessages", samples.censored())
                        .with(latency.key() + "Messages", samples.total());
            }
        }
        return counts.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.of(
                                ReasonCode.LATENCIES_CENSORED,
                                Severity.NOTE,
                                "messages of the measurement were not sent, failed, or were not delivered: "
                                        + String.join(", and ", counts)
                                        + ". They count as slower than all others. OMB's fields publishLatency*,"
                                        + " publishDelayLatency* and endToEndLatency* leave them out")
                        .with(figures));
    }

    private static String unknown(LatencySummary summary) {
        return summary.greaterThan().stream()
                .filter(summary.quantilesNanos()::containsKey)
                .findFirst()
                .map(first -> "quantiles from " + first + " on are lower bounds")
                .orElse("the maximum is a lower bound");
    }

    /** Returns the reason that the workload itself limits what any system can deliver. */
    public Optional<Reason> ceiling(Workload workload, RunClients clients) {
        double target = throughput().targetMessagesPerSecond().orElse(0);
        List<Subscription> kinds = workload.subscriptions().each();
        return clients.subscriptions().stream()
                .filter(each -> target > each.ceilingMessagesPerSecond().orElse(Double.POSITIVE_INFINITY))
                .findFirst()
                .map(each -> Reason.of(
                        ReasonCode.TARGET_ABOVE_CEILING,
                        "the target of %,.0f messages per second is more than the %,.0f that the consumers of a"
                                + " subscription can handle, each busy with a message for %s: the backlog grows, and"
                                + " end-to-end times with it",
                        target,
                        each.ceilingMessagesPerSecond().orElse(0),
                        ReasonList.millis(kinds.get(each.subscription()).processingNanos())));
    }

    /** Returns the reason that versions of Weir differ: they share a protocol, but may measure differently. */
    public Optional<Reason> versions() {
        String ours = ToolVersion.text();
        String others = workers.stream()
                .filter(worker -> worker.facts().stream()
                        .anyMatch(facts -> !facts.version().equals(ours)))
                .map(WorkerLink::name)
                .collect(Collectors.joining(", "));
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.of(
                        ReasonCode.VERSIONS_DIFFER,
                        "workers run another version than the coordinator's " + ours + ": " + others
                                + ". Install the same version on all hosts"));
    }

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
}
