package dev.weir.coordinator.figures;

import dev.weir.audit.DeliveryAudit;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.Tick;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.run.MemberEventResult;
import dev.weir.result.run.MemberEventResult.PartitionSilence;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.DeliverySpan;
import dev.weir.wire.message.MemberChange;
import dev.weir.wire.message.Message;
import dev.weir.workload.MemberEvent;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Collects what workers record about groups whose members change, and computes what each member event did. Used by the
 * coordinator's thread.
 */
public final class MembershipFigures implements RunObserver {
    private final Workload workload;
    private final DeliveryAudit audit;
    private final Map<Integer, GroupHistory> groupOf = new HashMap<>();
    private final Map<String, GroupHistory> groups = new TreeMap<>();
    private final TreeMap<Integer, Long> begun = new TreeMap<>();
    private final SubscriptionTally subscriptions;
    private final TreeMap<Long, List<Repeats>> repeats = new TreeMap<>();
    private final Map<Integer, Long> unknownFrom = new HashMap<>();
    private final List<RunEvent> events = new ArrayList<>();
    private long endNanos;

    /** Repeated deliveries of one subscription since its beginning. */
    private record Repeats(long duplicated, long cameBack) {
        static final Repeats NONE = new Repeats(0, 0);
    }

    /** Creates figures of a run in which no member event has happened. */
    public MembershipFigures(Workload workload, DeliveryAudit audit, SubscriptionTally subscriptions) {
        this.workload = workload;
        this.audit = audit;
        this.subscriptions = subscriptions;
    }

    /** Reads from the plan which consumers exist; keeps those of groups whose members change. */
    public void plan(List<Assignment> assignments) {
        for (Assignment assignment : assignments) {
            assignment.clients().consumers().stream()
                    .filter(role -> assignment.clients().isInChangingGroup(role))
                    .forEach(role -> groupOf.put(
                            role.consumer(),
                            groups.computeIfAbsent(
                                    role.group(),
                                    absent -> new GroupHistory(role.subscription(), role.topic(), role.partitions()))));
            assignment.clients().consumersStartingWithLoad().stream()
                    .map(ConsumerRole::consumer)
                    .forEach(consumer ->
                            Optional.ofNullable(groupOf.get(consumer)).ifPresent(group -> group.hasMember(consumer)));
        }
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof Message.MemberNotes notes) {
            add(notes, worker.track()::toOurs);
        }
    }

    /** @param toOurs converts times of the worker's clock to the coordinator's */
    void add(Message.MemberNotes notes, LongUnaryOperator toOurs) {
        Optional<GroupHistory> group = Optional.ofNullable(groupOf.get(notes.consumer()));
        for (MemberChange change : notes.changes()) {
            long atNanos = toOurs.applyAsLong(change.atNanos());
            group.ifPresent(each -> each.add(
                    notes.consumer(), new MemberChange(atNanos, change.kind(), change.event(), change.partitions())));
            // If an event concerns several members, the first report need not be of the member that changed first.
            boolean isNew = change.event() >= 0 && !begun.containsKey(change.event());
            if (change.event() >= 0) {
                begun.merge(change.event(), atNanos, Math::min);
            }
            if (isNew) {
                MemberEvent event = workload.subscriptions().members().get(change.event());
                events.add(RunEvent.of(EventKind.MEMBER_CHANGED, atNanos, event.text()));
            }
        }
        notes.spans()
                .forEach(span -> group.ifPresent(each -> each.add(new DeliverySpan(
                        span.partition(), toOurs.applyAsLong(span.fromNanos()), toOurs.applyAsLong(span.toNanos())))));
    }

    @Override
    public List<RunEvent> takeEvents() {
        List<RunEvent> all = List.copyOf(events);
        events.clear();
        return all;
    }

    @Override
    public void tick(Tick tick) {
        tick(tick.interval());
    }

    /** Adds a merged snapshot of all workers, after the audit has received it. */
    void tick(Interval tick) {
        if (workload.subscriptions().members().isEmpty()) {
            return;
        }
        endNanos = tick.phase().isMeasured() ? tick.toNanos() : endNanos;
        List<Repeats> now = IntStream.range(0, workload.subscriptions().count())
                .mapToObj(this::repeats)
                .toList();
        if (repeats.isEmpty() || !repeats.lastEntry().getValue().equals(now)) {
            repeats.put(tick.toNanos(), now);
        }
    }

    private Repeats repeats(int subscription) {
        return new Repeats(audit.duplicated(subscription), subscriptions.cameBack(subscription));
    }

    /**
     * Notes the loss of a worker with consumers of a subscription: what these consumers owned and received from then on
     * is unknown.
     */
    public void deliveryBecomesUnknown(int subscription, long atNanos) {
        unknownFrom.merge(subscription, atNanos, Math::min);
    }

    /** Returns what each member event did, ordered by time. */
    public List<MemberEventResult> results() {
        List<MemberEvent> events = workload.subscriptions().members();
        return begun.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(entry -> result(events.get(entry.getKey()), entry.getValue()))
                .toList();
    }

    private MemberEventResult result(MemberEvent event, long atNanos) {
        int subscription = workload.subscriptions().each().stream()
                .map(Subscription::name)
                .toList()
                .indexOf(event.subscription());
        OptionalLong next = begun.entrySet().stream()
                .filter(other -> workload.subscriptions()
                        .members()
                        .get(other.getKey())
                        .subscription()
                        .equals(event.subscription()))
                .mapToLong(Map.Entry::getValue)
                .filter(other -> other > atNanos)
                .min();
        long untilNanos = next.orElse(endNanos);
        boolean unknown = unknownFrom.getOrDefault(subscription, Long.MAX_VALUE) <= untilNanos;
        Repeats before = repeatsBy(atNanos, subscription);
        Repeats after = next.isPresent() ? repeatsBy(untilNanos, subscription) : repeats(subscription);
        boolean shared =
                workload.subscriptions().each().get(subscription).share().isPresent();
        List<GroupHistory.Effect> effects = unknown
                ? List.of()
                : groups.values().stream()
                        .filter(group -> group.subscription() == subscription)
                        .map(group -> group.effect(atNanos, event.length().toNanos(), untilNanos, endNanos))
                        .toList();
        return new MemberEventResult(
                event.action().key(),
                event.subscription(),
                event.at().toNanos() / 1e9,
                new Moment(atNanos),
                event.count(),
                shared ? MemberEventResult.AssignmentChange.NONE : assignment(effects, atNanos),
                silence(effects),
                new MemberEventResult.RepeatCounts(
                        unknown || !workload.run().audited()
                                ? OptionalLong.empty()
                                : OptionalLong.of(after.duplicated() - before.duplicated()),
                        unknown || !shared
                                ? OptionalLong.empty()
                                : OptionalLong.of(after.cameBack() - before.cameBack())));
    }

    private Repeats repeatsBy(long nanos, int subscription) {
        Map.Entry<Long, List<Repeats>> known = repeats.floorEntry(nanos);
        return known == null ? Repeats.NONE : known.getValue().get(subscription);
    }

    private static MemberEventResult.AssignmentChange assignment(List<GroupHistory.Effect> effects, long atNanos) {
        List<GroupHistory.Effect> changed =
                effects.stream().filter(GroupHistory.Effect::changed).toList();
        boolean complete = changed.stream().allMatch(effect -> effect.completeNanos() > 0);
        String state = effects.isEmpty()
                ? "unknown"
                : changed.isEmpty()
                        ? MemberEventResult.UNCHANGED
                        : complete ? MemberEventResult.COMPLETE : "incomplete";
        boolean known = complete && !effects.isEmpty();
        return new MemberEventResult.AssignmentChange(
                state,
                complete
                        ? changed.stream()
                                .mapToDouble(effect -> (effect.completeNanos() - atNanos) / 1e9)
                                .max()
                        : OptionalDouble.empty(),
                sum(known, effects.stream().mapToInt(GroupHistory.Effect::moved)),
                sum(known, effects.stream().mapToInt(GroupHistory.Effect::movedWithoutNeed)));
    }

    private static OptionalInt sum(boolean known, IntStream counts) {
        return known ? OptionalInt.of(counts.sum()) : OptionalInt.empty();
    }

    private static MemberEventResult.Silence silence(List<GroupHistory.Effect> effects) {
        List<PartitionSilence> all =
                effects.stream().flatMap(effect -> effect.silences().stream()).toList();
        List<PartitionSilence> silent = all.stream()
                .filter(each -> each.seconds() * 1e9 >= MemberEvent.MIN_SILENCE_NANOS)
                .toList();
        double[] seconds = Arrays.copyOf(
                silent.stream().mapToDouble(PartitionSilence::seconds).toArray(), all.size());
        return new MemberEventResult.Silence(
                Arrays.stream(seconds).max(),
                seconds.length == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(Median.withDefaults().evaluate(seconds)),
                (int) silent.stream().filter(each -> !each.ended()).count(),
                silent);
    }
}
