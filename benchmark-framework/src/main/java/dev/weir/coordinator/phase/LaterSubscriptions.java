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
import dev.weir.result.interval.Interval;
import dev.weir.result.run.LaterStart;
import dev.weir.wire.message.ConsumerPositions;
import dev.weir.wire.message.Message;
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
import java.util.function.IntFunction;

/**
 * Follows the subscriptions that begin while the load runs: when they begin, when those that read from the first message on
 * have caught up, and from where on the others are audited. Used by the coordinator's thread.
 */
public final class LaterSubscriptions {
    private final List<Later> all = new ArrayList<>();
    private final SubscriptionTally tally;
    private final DeliveryAudit audit;
    private final Clock clock;
    private final boolean isAudited;

    /** Of a run; no measurement has begun. */
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

    /** Whether it has to be known where consumers are. */
    public boolean needPositions() {
        return all.stream().anyMatch(each -> !each.kind.receivesAll());
    }

    /** How long after the begin of the measurement each of them begins, in nanoseconds. */
    List<Long> starts() {
        return all.stream().map(Later::startAfterNanos).distinct().sorted().toList();
    }

    void measurementBegins(long nanos) {
        all.forEach(each -> each.startNanos = nanos + each.startAfterNanos());
    }

    /**
     * What a part of the measurement is called beyond what it is: which of them read in it.
     *
     * @param afterNanos when it begins, after the begin of the measurement
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

    /**
     * All workers have reported a stretch.
     *
     * @return what happened in it
     */
    List<RunEvent> tick(Interval tick) {
        List<RunEvent> events = new ArrayList<>();
        for (Later each : all) {
            if (each.startNanos <= tick.toNanos()) {
                if (!each.begun) {
                    each.begun = true;
                    events.add(RunEvent.of(
                            EventKind.SUBSCRIPTION_BEGAN,
                            each.startNanos,
                            "the consumers of subscription %s begin",
                            each.kind.name()));
                }
                if (tick.phase().isMeasured() && each.caughtUpNanos == 0) {
                    each.follow(tick, tally).ifPresent(events::add);
                }
            }
        }
        return events;
    }

    /** Takes in where consumers are: until their audit begins, those of a subscription that begins anywhere else. */
    public void positions(List<ConsumerPositions> positions) {
        for (ConsumerPositions each : positions) {
            all.stream()
                    .filter(later -> later.number == each.subscription() && later.isToBePlaced())
                    .forEach(later -> each.offsets()
                            .keySet()
                            .forEach(partition -> later.placed.add(each.topic() + "-" + partition)));
        }
    }

    /**
     * The subscriptions for whose sake workers are to be asked how much their producers have sent, because they have all of
     * their positions now. Each of them once.
     *
     * @param topics that are consumed
     * @param workers that are left: another one does not answer any more
     */
    public List<Integer> toAsk(List<TopicSpec> topics, List<WorkerLink> workers) {
        int partitions = topics.stream().mapToInt(TopicSpec::partitions).sum();
        List<Integer> asks = new ArrayList<>();
        for (Later each : all) {
            if (each.isToBePlaced() && each.placed.size() >= partitions) {
                each.silent = Optional.of(new HashSet<>(workers));
                asks.add(each.number);
            }
            each.silent.ifPresent(silent -> silent.retainAll(workers));
            beginAudit(each);
        }
        return asks;
    }

    /** A worker has answered. */
    public void sent(WorkerLink worker, Message.SentSoFar sent) {
        for (Later each : all) {
            if (each.number == sent.subscription()) {
                each.sent.putAll(sent.messages());
                each.silent.ifPresent(silent -> silent.remove(worker));
                beginAudit(each);
            }
        }
    }

    private void beginAudit(Later each) {
        if (!each.audited && each.silent.filter(Set::isEmpty).isPresent()) {
            each.audited = true;
            audit.begins(each.number, each.sent);
        }
    }

    /** Whether those that are to receive all messages have all of them. */
    public boolean haveAll() {
        return all.stream().filter(each -> each.kind.receivesAll()).allMatch(each -> tally.backlog(each.number) <= 0);
    }

    /** The load has ended: one that has not begun gets nothing any more, and it is unknown what it would have got. */
    public void loadEnds() {
        all.stream()
                .filter(each -> each.startNanos >= clock.epochNanos())
                .forEach(each -> audit.losesSight(each.number));
    }

    /** Reasons about subscriptions that began while the load ran. */
    public List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>();
        for (Later each : all) {
            if (each.begun && each.kind.receivesAll() && each.caughtUpNanos == 0) {
                reasons.add(Reason.of(
                        ReasonCode.CATCH_UP_UNFINISHED,
                        "subscription %s had not caught up by the end of the measurement: %,d messages were left",
                        each.kind.name(),
                        each.left));
            } else if (each.begun && !each.kind.receivesAll() && !each.audited && isAudited) {
                reasons.add(Reason.of(
                        ReasonCode.SUBSCRIPTION_NOT_AUDITED,
                        "whether subscription %s lost messages is unknown: its consumers had no positions in %s",
                        each.kind.name(),
                        each.placed.isEmpty() ? "any partition" : "some partitions"));
            }
        }
        return reasons;
    }

    /** By the number of a subscription; empty for those that are there from the begin, or never began. */
    public IntFunction<Optional<LaterStart>> results() {
        Map<Integer, LaterStart> results = new HashMap<>();
        all.stream().filter(each -> each.begun).forEach(each -> results.put(each.number, each.result()));
        return number -> Optional.ofNullable(results.get(number));
    }

    /** One of them. */
    private static final class Later {
        private final int number;
        private final Subscription kind;
        private final Set<String> placed = new HashSet<>();
        private final Map<Integer, Long> sent = new HashMap<>();
        private long startNanos = Long.MAX_VALUE;
        private boolean begun;
        /** Workers that were asked and have not answered; empty before they are asked. */
        private Optional<Set<WorkerLink>> silent = Optional.empty();

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

        /** Whether it has to be known where its consumers are. */
        boolean isToBePlaced() {
            return !kind.receivesAll() && silent.isEmpty();
        }

        long startAfterNanos() {
            return kind.startAfterNanos().orElse(0);
        }

        /** Returns that it has caught up, if it has. The stretch in which it has does not count for its rate. */
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
            return Optional.of(RunEvent.of(
                    EventKind.SUBSCRIPTION_CAUGHT_UP,
                    caughtUpNanos,
                    "subscription %s has caught up, %.1f s after it began",
                    kind.name(),
                    (caughtUpNanos - startNanos) / 1e9));
        }

        LaterStart result() {
            return new LaterStart(
                    startAfterNanos() / 1e9,
                    caughtUpNanos > 0 ? OptionalDouble.of((caughtUpNanos - startNanos) / 1e9) : OptionalDouble.empty(),
                    lastNanos > firstNanos
                            ? OptionalDouble.of((lastReceived - firstReceived) * 1e9 / (lastNanos - firstNanos))
                            : OptionalDouble.empty());
        }
    }
}
