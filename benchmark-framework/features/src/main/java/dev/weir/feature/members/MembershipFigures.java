package dev.weir.feature.members;

import dev.weir.clock.Clock;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.feature.members.GroupHistory.Effect;
import dev.weir.feature.members.MemberNotes.Change;
import dev.weir.feature.members.MemberNotes.Span;
import dev.weir.feature.members.MemberSection.MemberEvent;
import dev.weir.feature.members.Members.MemberEventResult;
import dev.weir.feature.members.Members.MemberEventResult.AssignmentChange;
import dev.weir.feature.members.Members.MemberEventResult.PartitionSilence;
import dev.weir.feature.members.Members.MemberEventResult.Silence;
import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ConsumerRole;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Message;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
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
            Set<ConsumerRole> first = new HashSet<>(clients.consumersStartingWithLoad());
            List<ConsumerRole> members = clients.consumers().stream()
                    .filter(clients::isInChangingGroup)
                    .toList();
            for (ConsumerRole role : members) {
                GroupHistory group = groups.computeIfAbsent(
                        role.group(), absent -> new GroupHistory(role.subscription(), role.topic(), role.partitions()));
                groupOf.put(role.consumer(), group);
                if (first.contains(role)) {
                    group.hasMember(role.consumer());
                }
            }
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
        int consumer = notes.consumer();
        Optional<GroupHistory> group = Optional.ofNullable(groupOf.get(consumer));
        for (Change change : notes.changes()) {
            int event = change.event();
            long atNanos = toOurs.applyAsLong(change.atNanos());
            group.ifPresent(each -> each.add(consumer, new Change(atNanos, change.kind(), event, change.partitions())));
            if (event >= 0) {
                if (!begun.containsKey(event)) {
                    String text = planned.get(event).text();
                    events.add(RunEvent.of(EventKind.MEMBER_CHANGED, atNanos, text));
                }
                // If an event concerns several members, the first report need not be of the member that changed first.
                begun.merge(event, atNanos, Math::min);
            }
        }
        for (Span span : notes.spans()) {
            long fromNanos = toOurs.applyAsLong(span.fromNanos());
            long toNanos = toOurs.applyAsLong(span.toNanos());
            group.ifPresent(each -> each.add(new Span(span.partition(), fromNanos, toNanos)));
        }
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
        int subscription = Members.subscription(event, workload);
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
        List<Effect> effects = unknown
                ? List.of()
                : groups.values().stream()
                        .filter(group -> group.subscription == subscription)
                        .map(group -> group.effect(atNanos, event.length().toNanos(), untilNanos, endNanos))
                        .toList();
        return new MemberEventResult(
                event.action().key(),
                event.subscription(),
                event.at().toNanos() / 1e9,
                new Moment(atNanos),
                event.count(),
                shared ? AssignmentChange.NONE : assignment(effects, atNanos),
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

    private static AssignmentChange assignment(List<Effect> effects, long atNanos) {
        List<Effect> changed = effects.stream().filter(Effect::changed).toList();
        boolean complete = changed.stream().allMatch(effect -> effect.completeNanos() > 0);
        if (effects.isEmpty() || !complete) {
            String state = effects.isEmpty() ? "unknown" : "incomplete";
            return new AssignmentChange(state, OptionalDouble.empty(), OptionalInt.empty(), OptionalInt.empty());
        }
        return new AssignmentChange(
                changed.isEmpty() ? MemberEventResult.UNCHANGED : MemberEventResult.COMPLETE,
                changed.stream()
                        .mapToDouble(effect -> (effect.completeNanos() - atNanos) / 1e9)
                        .max(),
                OptionalInt.of(effects.stream().mapToInt(Effect::moved).sum()),
                OptionalInt.of(
                        effects.stream().mapToInt(Effect::movedWithoutNeed).sum()));
    }

    private static Silence silence(List<Effect> effects) {
        List<PartitionSilence> all =
                effects.stream().flatMap(effect -> effect.silences().stream()).toList();
        List<PartitionSilence> silent = all.stream()
                .filter(each -> each.seconds() * 1e9 >= MemberEvent.MIN_SILENCE_NANOS)
                .toList();
        double[] seconds = Arrays.copyOf(
                silent.stream().mapToDouble(PartitionSilence::seconds).toArray(), all.size());
        return new Silence(
                Arrays.stream(seconds).max(),
                seconds.length == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(Median.withDefaults().evaluate(seconds)),
                (int) silent.stream().filter(each -> !each.ended()).count(),
                silent);
    }
}
