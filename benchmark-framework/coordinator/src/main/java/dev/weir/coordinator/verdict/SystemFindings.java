package dev.weir.coordinator.verdict;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.verdict.LoadRecord.SenderLimit;
import dev.weir.measure.Counts;
import dev.weir.result.code.Code;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import dev.weir.result.threshold.TheilSen;
import dev.weir.result.threshold.ThresholdJudge;
import dev.weir.wire.message.Message.ErrorCount;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Makes the findings of a run: statements about the measured system. */
public final class SystemFindings {
    /** Findings that the system does not accept the load, or does not deliver it. */
    public static final Set<Code> FALLEN_SHORT =
            Set.of(FindingCode.LOAD_NOT_MET, FindingCode.DELIVERY_NOT_MET, FindingCode.MESSAGES_EXPIRED);

    /** Snapshots are taken once a second: the last one is not later than this, unless messages were awaited. */
    private static final double LATEST_SNAPSHOT_SECONDS = 1;

    private final Workload workload;
    private final String failure;
    private final LoadRecord load;
    private final ThresholdJudge thresholds;
    private final SenderLimit senders;
    private final List<Finding> findings = new ArrayList<>();

    private SystemFindings(
            Workload workload, String failure, LoadRecord load, ThresholdJudge thresholds, SenderLimit senders) {
        this.workload = workload;
        this.failure = failure;
        this.load = load;
        this.thresholds = thresholds;
        this.senders = senders;
    }

    public static List<Finding> of(
            Workload workload,
            String failure,
            LoadRecord load,
            ThresholdJudge thresholds,
            SenderLimit senders,
            RunClients clients) {
        var found = new SystemFindings(workload, failure, load, thresholds, senders);
        found.judge(clients);
        return List.copyOf(found.findings);
    }

    private void judge(RunClients clients) {
        judgeSystem();
        // Consumers that are made to wait are behind. It is unknown what lost and halted workers have received.
        boolean known = load.losses().isEmpty() && !load.losses().standstills().consumersStoodInMeasurement();
        if (failure.isEmpty() && !consumersWait() && known) {
            judgeDelivery(clients.subscriptions());
        }
    }

    private boolean consumersWait() {
        return workload.run().sections().waitingBytes() > 0;
    }

    private void judgeSystem() {
        // A load can have phases without a rate.
        Throughput throughput = Throughput.of(load.store().intervals().stream()
                .filter(interval -> interval.targetMessagesPerSecond().isPresent())
                .toList());
        // Messages that lost or halted workers would have sent, or that exceed the senders' limit, were not offered to
        // the system.
        double remainingTarget = throughput.targetMessagesPerSecond().orElse(0)
                        * (1 - load.losses().standstills().shareOfLoad(throughput.seconds()))
                - load.losses().unsentInMeasurement() / Math.max(1e-9, throughput.seconds());
        double target = Math.min(remainingTarget, senders.messagesPerSecond());
        int messagesPerRead = workload.messagesAtOnce();
        double answered = throughput.answeredMessagesPerSecond(messagesPerRead);
        if (failure.isEmpty()
                && throughput.seconds() > 0
                && (target - answered * lateness(throughput.seconds())) * throughput.seconds()
                        > RateTolerance.messages(workload, target, throughput.seconds())) {
            double reads = throughput.readsPerSecond();
            String aborted = text(" and aborted %,.0f", throughput.abortedMessagesPerSecond());
            finding(
                    FindingCode.LOAD_NOT_MET,
                    Math.round(target - answered),
                    "achieved %,.0f%s%s of %,.0f messages per second%s (%.1f %%)",
                    throughput.achievedMessagesPerSecond(),
                    workload.commits() ? aborted : "",
                    workload.isReading() ? text(" and read %,.0f times %d", reads, messagesPerRead) : "",
                    target,
                    senders.isBelowTarget() ? " that the senders could send" : "",
                    100 * answered / target);
        }
        Optional<ThresholdCheck> missed = thresholds.aborting();
        missed.ifPresent(each -> finding(FindingCode.ENDED_BY_THRESHOLD, 1, "%s", each.sentence()));
        judgeMessages(load.audit(), load.audit().violations(), load.store().total());
        // Also if nothing finally failed: operations that are retried until they succeed are in no count.
        for (ErrorCount error : load.errors().all()) {
            finding(FindingCode.CLIENT_ERROR, error.count(), "%s", ErrorCounts.text(error));
        }
    }

    private void judgeMessages(AuditResult audit, AuditResult.Violations violations, Counts total) {
        long lost = audit.complete() ? violations.lost() : 0;
        long reordered = violations.reordered().orElse(0);
        String expired = "messages were removed before consumers received them" + load.deletedTopics();
        String repeated = "deliveries of messages that had been delivered before" + load.repeats();
        String failed = "messages were delivered although the client had reported them as failed";
        String aborted = "messages were delivered although their transaction was aborted";
        String foreign = "messages were received that this run did not send";
        found(FindingCode.MESSAGES_LOST, lost, "messages were acknowledged, but never delivered");
        found(FindingCode.MESSAGES_EXPIRED, audit.counts().expired(), expired);
        found(FindingCode.MESSAGES_DUPLICATED, violations.duplicated(), repeated);
        found(
                FindingCode.MESSAGES_REORDERED,
                reordered,
                "messages were delivered after a later message of the same partition");
        found(FindingCode.DELIVERED_THOUGH_FAILED, violations.deliveredThoughFailed(), failed);
        found(FindingCode.ABORTED_DELIVERED, violations.abortedDelivered(), aborted);
        found(FindingCode.OPERATIONS_FAILED, total.sends().failed(), "messages could not be sent");
        found(FindingCode.FOREIGN_MESSAGES, total.receipts().foreign(), foreign);
        found(FindingCode.OPERATIONS_FAILED, total.receipts().receiveFailed(), "errors of consumers");
    }

    /**
     * Judges whether consumers keep up with acknowledged messages. They fall behind if a subscription receives less than
     * 99 % of them in the measurement, or if the backlog of all subscriptions grows, by its trend, by more than 1 % of
     * what is to be delivered. In both cases the difference must exceed the {@link RateTolerance}. Lost messages are no
     * backlog: they have a finding of their own.
     */
    private void judgeDelivery(List<SubscriptionResult> subscriptions) {
        List<IntervalSummary> measured = load.store().intervals().stream()
                .filter(interval -> Phase.isMeasured(interval.phase()))
                .toList();
        double seconds = measured.stream().mapToDouble(IntervalSummary::seconds).sum();
        long acknowledged = measured.stream()
                .map(IntervalSummary::counts)
                .mapToLong(counts -> counts.sends().acknowledged())
                .sum();
        // Also in a run that ends before a later subscription begins.
        List<Subscription> kinds = workload.subscriptions().each();
        List<SubscriptionResult> judged = subscriptions.stream()
                .filter(each -> kinds.get(each.subscription()).startsWithLoad())
                .toList();
        if (acknowledged == 0 || judged.isEmpty()) {
            return;
        }
        double share = (double) acknowledged / load.store().total().sends().acknowledged();
        // Expired messages are not in the backlog.
        ToDoubleFunction<SubscriptionResult> inNoBacklog = each ->
                load.lostOrUnknown().isEmpty() ? 0 : load.lostOrUnknown().get(each.subscription()) * share;
        ToDoubleFunction<SubscriptionResult> behind =
                each -> each.backlogGrowthMessages().orElse(0) - inNoBacklog.applyAsDouble(each);
        double perSecond = acknowledged / seconds;
        double tolerated = RateTolerance.messages(workload, perSecond, seconds);
        SubscriptionResult worst = Collections.max(judged, Comparator.comparingDouble(behind));
        double missing = behind.applyAsDouble(worst);
        if (missing > tolerated) {
            // Expired messages are no backlog, but they were not received either.
            double received = Math.min(perSecond - missing / seconds, worst.deliveredMessagesPerSecond());
            finding(
                    FindingCode.DELIVERY_NOT_MET,
                    Math.round(perSecond - received),
                    "subscription %s received %,.0f of the %,.0f messages per second that were acknowledged (%.1f"
                            + " %%)%s",
                    worst.label(),
                    received,
                    perSecond,
                    100 * received / perSecond,
                    ceiling(worst, perSecond));
        }
        double growth =
                growth(measured) - judged.stream().mapToDouble(inNoBacklog).sum() / seconds;
        if (growth * seconds > tolerated * judged.size()) {
            finding(
                    FindingCode.DELIVERY_NOT_MET,
                    Math.round(growth),
                    "the backlog grew by %,.0f messages per second, to %,d at the end of the measurement: consumers did"
                            + " not keep up",
                    growth,
                    measured.get(measured.size() - 1).backlogMessages());
        }
    }

    private static String ceiling(SubscriptionResult subscription, double perSecond) {
        double ceiling = subscription.ceilingMessagesPerSecond().orElse(Double.POSITIVE_INFINITY);
        return ceiling < perSecond ? text("; its processing time allows its consumers %,.0f", ceiling) : "";
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Returns the trend of the backlog in messages per second; 0 where there are too few intervals. */
    private static double growth(List<IntervalSummary> measured) {
        List<TheilSen.Point> ends = new ArrayList<>();
        double end = 0;
        for (IntervalSummary interval : measured) {
            end += interval.seconds();
            ends.add(new TheilSen.Point(end, interval.backlogMessages()));
        }
        return ends.size() < TheilSen.MIN_POINTS ? 0 : TheilSen.slope(ends);
    }

    /** Returns by which factor the last snapshot was late. No message is due after the end of the load. */
    private double lateness(double seconds) {
        if (consumersWait() || workload.timing().test().isEmpty()) {
            return 1;
        }
        double planned = workload.timing().test().get().toNanos() / 1e9;
        double late = Math.min(LATEST_SNAPSHOT_SECONDS, seconds - planned);
        return Math.max(1, 1 + late / planned);
    }

    private void found(FindingCode code, long count, String what) {
        if (count > 0) {
            finding(code, count, "%,d %s", count, what);
        }
    }

    private void finding(FindingCode code, long count, String format, Object... values) {
        findings.add(Finding.of(code, count, format, values));
    }

    /**
     * How many messages a measurement may lack before a finding says that a rate was not met: 1 %, and not less than what
     * the ends of the window, and chance, can make. Some messages are in flight when the measurement begins and ends. With
     * few messages, one of them is more than 1 %.
     */
    static final class RateTolerance {
        private static final double SHARE = 1 - SenderLimit.MET;
        private static final double IN_FLIGHT_SECONDS = 0.1;

        /** At 10 messages per second, messages that are acknowledged half a second late. */
        private static final double IN_FLIGHT_MESSAGES = 5;

        private RateTolerance() {}

        /** Returns the tolerance in messages: never more than half of those that are due, so that a total failure counts. */
        static double messages(Workload workload, double perSecond, double seconds) {
            LoadShape shape = workload.load().shape();
            int atOnce = workload.messagesAtOnce();
            double due = perSecond * seconds;
            boolean bursts = shape.arrival() == Arrival.BURST;
            double lump = Math.max(atOnce, bursts ? perSecond * shape.burstPeriodNanos() / 1e9 : 0);
            double inFlight = Math.max(lump, Math.max(IN_FLIGHT_MESSAGES, IN_FLIGHT_SECONDS * perSecond));
            return Math.min(due / 2, Math.max(SHARE * due, inFlight + shape.chance(due, atOnce)));
        }
    }
}
