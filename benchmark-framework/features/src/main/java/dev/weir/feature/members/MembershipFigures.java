package dev.weir.feature.members;

import dev.weir.clock.Clock;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.feature.members.MemberEventResult.PartitionSilence;
import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ConsumerRole;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Message;
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

/** Computes what each member event did from what workers record. Used by the coordinator's thread. */
final class MembershipFigures implements RunObserver {
    private final Workload workload;
    private final List<MemberEvent> planned;
    private final Clock clock;
    private final Map<Integer, GroupHistory> groupOf = new HashMap<>();
    private final Map<String, GroupHistory> groups = new TreeMap<>();
    private final TreeMap<Integer, Long> begun = new TreeMap<>();
    private final Map<Integer, List<ConsumerRole>> consumersOf = new HashMap<>();
    private final TreeMap<Long, List<Tick.Repeats>> repeats = new TreeMap<>();
    private final Map<Integer, Long> unknownFrom = new HashMap<>();
    private final List<RunEvent> events = new ArrayList<>();
    private long endNanos;

    MembershipFigures(Workload workload, Clock clock) {
        this.workload = workload;
        this.planned = Members.events(workload);
        this.clock = clock;
    }

    /** Reads from the plan which consumers exist; keeps those of groups whose members change. */
    @Override
    public void planned(List<Assignment> assignments) {
        for (int worker = 0; worker < assignments.size(); worker++) {
            ClientRoles clients = assignments.get(worker).clients();
            consumersOf.put(worker, clients.consumers());
            clients.consumers().stream()
                    .filter(clients::isInChangingGroup)
                    .forEach(role -> groupOf.put(
                            role.consumer(),
                            groups.computeIfAbsent(
                                    role.group(),
                                    absent -> new GroupHistory(role.subscription(), role.topic(), role.partitions()))));
            clients.consumersStartingWithLoad().stream()
                    .map(ConsumerRole::consumer)
                    .forEach(consumer ->
                            Optional.ofNullable(groupOf.get(consumer)).ifPresent(group -> group.hasMember(consumer)));
        }
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof MemberNotes notes) {
            add(notes, worker.track()::toOurs);
        }
    }

    /** @param toOurs converts times of the worker's clock to the coordinator's */
    void add(MemberNotes notes, LongUnaryOperator toOurs) {
        Optional<GroupHistory> group = Optional.ofNullable(groupOf.get(notes.consumer()));
        for (MemberNotes.Change change : notes.changes()) {
            long atNanos = toOurs.applyAsLong(change.atNanos());
            group.ifPresent(each -> each.add(
                    notes.consumer(),
                    new MemberNotes.Change(atNanos, change.kind(), change.event(), change.partitions())));
            // If an event concerns several members, the first report need not be of the member that changed first.
            boolean isNew = change.event() >= 0 && !begun.containsKey(change.event());
            if (change.event() >= 0) {
                begun.merge(change.event(), atNanos, Math::min);
            }
            if (isNew) {
                MemberEvent event = planned.get(change.event());
                events.add(RunEvent.of(EventKind.MEMBER_CHANGED, atNanos, event.text()));
            }
        }
        notes.spans()
                .forEach(span -> group.ifPresent(each -> each.add(new MemberNotes.Span(
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
        Interval interval = tick.interval();
        endNanos = interval.phase().isMeasured() ? interval.toNanos() : endNanos;
        if (repeats.isEmpty() || !repeats.lastEntry().getValue().equals(tick.repeats())) {
            repeats.put(interval.toNanos(), tick.repeats());
        }
    }

    /** What the worker's consumers owned and received from now on is unknown. */
    @Override
    public void lost(WorkerLink worker) {
        if (!worker.isClosed()) {
            consumersOf
                    .getOrDefault(worker.number(), List.of())
                    .forEach(role -> deliveryBecomesUnknown(role.subscription(), clock.epochNanos()));
        }
    }

    void deliveryBecomesUnknown(int subscription, long atNanos) {
        unknownFrom.merge(subscription, atNanos, Math::min);
    }

    @Override
    public Map<String, ?> parts(EndedRun run) {
        List<MemberEventResult> results = results();
        return results.isEmpty() ? Map.of() : Map.of(Members.PART.name(), results);
    }

    /** Returns what each member event of the measurement did, ordered by time. */
    List<MemberEventResult> results() {
        return begun.entrySet().stream()
                .filter(entry -> entry.getValue() < endNanos)
                .sorted(Map.Entry.comparingByValue())
                .map(entry -> result(planned.get(entry.getKey()), entry.getValue()))
                .toList();
    }

    private MemberEventResult result(MemberEvent event, long atNanos) {
        int subscription = workload.subscriptions().each().stream()
                .map(Subscription::name)
                .toList()
                .indexOf(event.subscription());
        OptionalLong next = begun.entrySet().stream()
                .filter(other -> planned.get(other.getKey()).subscription().equals(event.subscription()))
                .mapToLong(Map.Entry::getValue)
                .filter(other -> other > atNanos)
                .min();
        long untilNanos = next.orElse(endNanos);
        boolean unknown = unknownFrom.getOrDefault(subscription, Long.MAX_VALUE) <= untilNanos;
        Tick.Repeats before = repeatsBy(atNanos, subscription);
        // What the last event caused may come after the measurement.
        Tick.Repeats after = repeatsBy(next.orElse(Long.MAX_VALUE), subscription);
        boolean shared = workload.subscriptions().each().get(subscription).sharesPartitions();
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
                unknown || !workload.run().audited()
                        ? OptionalLong.empty()
                        : OptionalLong.of(after.duplicated() - before.duplicated()),
                unknown || !shared ? OptionalLong.empty() : OptionalLong.of(after.cameBack() - before.cameBack()));
    }

    private Tick.Repeats repeatsBy(long nanos, int subscription) {
        Map.Entry<Long, List<Tick.Repeats>> known = repeats.floorEntry(nanos);
        return known == null ? new Tick.Repeats(0, 0) : known.getValue().get(subscription);
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
