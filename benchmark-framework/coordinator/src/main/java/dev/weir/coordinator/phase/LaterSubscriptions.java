package dev.weir.coordinator.phase;

import dev.weir.audit.DeliveryAudit;
import dev.weir.clock.Clock;
import dev.weir.coordinator.figures.SubscriptionTally;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunClients.SubscriptionResult.LaterStart;
import dev.weir.result.interval.Interval;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ConsumerPositions;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Follows subscriptions that begin during the load: when they begin, when those that read from the first message have
 * caught up, and from which messages on the others are audited. Used by the coordinator's thread.
 */
public final class LaterSubscriptions {
    private final List<Later> all = new ArrayList<>();
    private final SubscriptionTally tally;
    private final DeliveryAudit audit;
    private final Clock clock;
    private final boolean isAudited;

    public LaterSubscriptions(Workload workload, SubscriptionTally tally, DeliveryAudit audit, Clock clock) {
        this.tally = tally;
        this.audit = audit;
        this.clock = clock;
        this.isAudited = workload.run().audited();
        List<Subscription> subscriptions = workload.subscriptions().each();
        for (int number = 0; number < subscriptions.size(); number++) {
            Subscription kind = subscriptions.get(number);
            if (!kind.startsWithLoad()) {
                all.add(new Later(number, kind));
                if (!kind.receivesAll()) {
                    audit.isLater(number);
                }
            }
        }
    }

    public boolean needPositions() {
        return all.stream().anyMatch(each -> !each.kind.receivesAll());
    }

    /** Returns when each of these subscriptions begins, in nanoseconds after the begin of the measurement. */
    List<Long> starts() {
        return all.stream().map(Later::startAfterNanos).distinct().sorted().toList();
    }

    void measurementBegins(long nanos) {
        all.forEach(each -> each.startNanos = nanos + each.startAfterNanos());
    }

    /**
     * Returns which subscriptions read in a part of the measurement, for the name of the part. It begins that many
     * nanoseconds after the measurement.
     */
    String partName(long afterNanos) {
        var name = new StringBuilder();
        for (Later each : all) {
            if (each.startAfterNanos() <= afterNanos) {
                String does =
                        !each.kind.receivesAll() ? "reading" : each.caughtUpNanos > 0 ? "caught up" : "catching up";
                name.append(", ").append(each.kind.name()).append(' ').append(does);
            }
        }
        return name.toString();
    }

    List<RunEvent> tick(Interval tick) {
        List<RunEvent> events = new ArrayList<>();
        for (Later each : all) {
            if (each.startNanos <= tick.toNanos()) {
                if (!each.begun) {
                    each.begun = true;
                    String text = "the consumers of subscription " + each.kind.name() + " begin";
                    events.add(RunEvent.of(EventKind.LOAD_CHANGED, each.startNanos, text));
                }
                if (tick.phase().isMeasured() && each.caughtUpNanos == 0) {
                    each.follow(tick, tally).ifPresent(events::add);
                }
            }
        }
        return events;
    }

    boolean caughtUpIn(Interval latest) {
        return all.stream().anyMatch(each -> each.caughtUpNanos == latest.toNanos());
    }

    /** Adds consumer positions, for subscriptions that do not begin with the first message and are not yet audited. */
    public void positions(List<ConsumerPositions> positions) {
        for (ConsumerPositions each : positions) {
            Set<Integer> partitions = each.offsets().keySet();
            all.stream()
                    .filter(later -> later.number == each.subscription() && later.needsPositions())
                    .forEach(later -> partitions.forEach(p -> later.placed.add(each.topic() + "-" + p)));
        }
    }

    /**
     * Returns, once each, subscriptions for which the remaining workers must now report how much their producers have sent,
     * because all their positions are known.
     */
    public List<Integer> readyForSentCounts(List<TopicSpec> topics, List<WorkerLink> workers) {
        int partitions = topics.stream().mapToInt(TopicSpec::partitions).sum();
        List<Integer> asks = new ArrayList<>();
        for (Later each : all) {
            if (each.needsPositions() && each.placed.size() >= partitions) {
                each.unanswered = Optional.of(new HashSet<>(workers));
                asks.add(each.number);
            }
            each.unanswered.ifPresent(unanswered -> unanswered.retainAll(workers));
            beginAudit(each);
        }
        return asks;
    }

    public void sent(WorkerLink worker, Message.SentSoFar sent) {
        for (Later each : all) {
            if (each.number == sent.subscription()) {
                each.sent.putAll(sent.messages());
                each.unanswered.ifPresent(unanswered -> unanswered.remove(worker));
                beginAudit(each);
            }
        }
    }

    private void beginAudit(Later each) {
        if (!each.audited && each.unanswered.filter(Set::isEmpty).isPresent()) {
            each.audited = true;
            audit.begins(each.number, each.sent);
            tally.begins(each.number);
        }
    }

    public boolean haveAll() {
        return all.stream().filter(each -> each.kind.receivesAll()).allMatch(each -> tally.backlog(each.number) <= 0);
    }

    /** It is unknown what a subscription that has not begun by the end of the load would have received. */
    public void loadEnds() {
        all.stream()
                .filter(each -> each.startNanos >= clock.epochNanos())
                .forEach(each -> audit.deliveryBecomesUnknown(each.number));
    }

    public List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>();
        for (Later each : all) {
            if (each.begun && each.kind.receivesAll() && each.caughtUpNanos == 0) {
                reasons.add(Reason.of(
                        ReasonCode.CATCH_UP_UNKNOWN,
                        Severity.NOTE,
                        "subscription %s had not caught up by the end of the measurement: %,d messages were left",
                        each.kind.name(),
                        each.left));
            } else if (each.begun && !each.kind.receivesAll() && !each.audited && isAudited) {
                reasons.add(Reason.of(
                        ReasonCode.NOT_AUDITED,
                        Severity.DEGRADED,
                        "whether subscription %s lost messages is unknown: its consumers had no positions in %s",
                        each.kind.name(),
                        each.placed.isEmpty() ? "any partition" : "some partitions"));
            }
        }
        return reasons;
    }

    /** Returns the start of a subscription; empty if it began with the load, or never began. */
    public Optional<LaterStart> result(int subscription) {
        return all.stream()
                .filter(each -> each.begun && each.number == subscription)
                .map(Later::result)
                .findFirst();
    }

    private static final class Later {
        private final int number;
        private final Subscription kind;
        private final Set<String> placed = new HashSet<>();
        private final Map<Integer, Long> sent = new HashMap<>();
        private long startNanos = Long.MAX_VALUE;
        private boolean begun;
        /** Workers that were asked and have not answered; empty before they are asked. */
        private Optional<Set<WorkerLink>> unanswered = Optional.empty();

        private boolean audited;
        private long caughtUpNanos;
        private long left;
        private long firstNanos;
        private long firstReceived;
        private long lastNanos;
        private long lastReceived;

        Later(int number, Subscription kind) {
            this.number = number;
            this.kind = kind;
        }

        boolean needsPositions() {
            return !kind.receivesAll() && unanswered.isEmpty();
        }

        long startAfterNanos() {
            return kind.startAfterNanos().orElse(0);
        }

        /** Returns the event of having caught up, once. The snapshot of that does not count for the rate. */
        Optional<RunEvent> follow(Interval tick, SubscriptionTally tally) {
            long received = tally.received(number);
            left = tally.backlog(number);
            if (received == 0 || !kind.receivesAll()) {
                return Optional.empty();
            }
            if (firstNanos == 0) {
                firstNanos = tick.toNanos();
                firstReceived = received;
            }
            if (left > tick.counts().sends().acknowledged() / Math.max(1e-9, tick.seconds())) {
                lastNanos = tick.toNanos();
                lastReceived = received;
                return Optional.empty();
            }
            caughtUpNanos = tick.toNanos();
            String text = "subscription %s has caught up, %.1f s after it began";
            double seconds = (caughtUpNanos - startNanos) / 1e9;
            return Optional.of(RunEvent.of(EventKind.LOAD_CHANGED, caughtUpNanos, text, kind.name(), seconds));
        }

        LaterStart result() {
            OptionalDouble caughtUp =
                    caughtUpNanos > 0 ? OptionalDouble.of((caughtUpNanos - startNanos) / 1e9) : OptionalDouble.empty();
            OptionalDouble rate = lastNanos > firstNanos
                    ? OptionalDouble.of((lastReceived - firstReceived) * 1e9 / (lastNanos - firstNanos))
                    : OptionalDouble.empty();
            return new LaterStart(startAfterNanos() / 1e9, caughtUp, rate);
        }
    }
}
