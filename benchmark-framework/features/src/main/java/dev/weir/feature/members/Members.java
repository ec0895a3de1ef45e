package dev.weir.feature.members;

import static dev.weir.report.html.tag.NumberKind.PLAIN;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.feature.members.MemberSection.MemberEvent;
import dev.weir.feature.members.Members.MemberEventResult.AssignmentChange;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.plan.ConsumerSteps;
import dev.weir.report.Figures;
import dev.weir.report.Paragraph;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.threshold.RunFigures.PartMetric;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.client.ConsumerWatch;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.goal.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Consumers that join, leave, stop or are killed while the load runs, and what that does to deliveries. */
public final class Members implements Feature, ConsumerSteps, PartView, PartSection {
    public static final ResultPart<List<MemberEventResult>> PART =
            new ResultPart<>("members", new TypeReference<>() {}, false);

    public static final MemberSection SECTION = new MemberSection();

    @Override
    public List<?> seats() {
        return List.of(
                this,
                SECTION,
                PART,
                new WireRecord(MemberNotes.class),
                new PartMetric(Metric.MEMBER_SILENCE, run -> MemberEventResult.longestSilenceNanos(of(run))),
                new PartMetric(Metric.MEMBER_ASSIGNMENT, run -> MemberEventResult.longestAssignmentNanos(of(run))),
                (ConsumerWatch.Maker) (clients, role, clock) -> clients.isInChangingGroup(role)
                        ? Optional.of(new MembershipLog(role.consumer(), role.partitions(), clock))
                        : Optional.empty(),
                (RunObserver.Maker)
                        (request, clock) -> events(request.workload()).isEmpty()
                                ? List.of()
                                : List.of(new MembershipFigures(request.workload(), clock)));
    }

    static List<MemberEvent> events(Workload workload) {
        return workload.run().sections().find(SECTION).orElse(List.of());
    }

    /** Returns the number of the subscription whose groups an event changes. */
    static int subscription(MemberEvent event, Workload workload) {
        List<Subscription> all = workload.subscriptions().each();
        return all.stream().map(Subscription::name).toList().indexOf(event.subscription());
    }

    private static List<MemberEventResult> of(RunDetails run) {
        return PART.in(run).orElse(List.of());
    }

    @Override
    public List<ConsumerStep> steps(Workload workload, List<ConsumerRole> consumers) {
        return new MemberPlan(consumers).steps(workload);
    }

    @Override
    public int joining(Workload workload, Subscription subscription) {
        return events(workload).stream()
                .filter(event -> event.action() == Action.JOIN)
                .filter(event -> event.subscription().equals(subscription.name()))
                .mapToInt(MemberEvent::count)
                .sum();
    }

    /**
     * Selects the consumers of a workload's member events: the members that have been in the group for longest. A consumer
     * that stands still is skipped.
     */
    private static final class MemberPlan {
        private final List<ConsumerRole> roles;
        private final Map<Integer, Long> stoppedUntil = new HashMap<>();
        private final List<ConsumerStep> steps = new ArrayList<>();

        /** @param roles consumers that begin before the load; those that join are added */
        MemberPlan(List<ConsumerRole> roles) {
            this.roles = roles;
        }

        List<ConsumerStep> steps(Workload workload) {
            Map<String, List<ConsumerRole>> groups = new LinkedHashMap<>();
            roles.forEach(role -> groups.computeIfAbsent(role.group(), absent -> new ArrayList<>())
                    .add(role));
            List<MemberEvent> events = events(workload);
            IntStream.range(0, events.size())
                    .boxed()
                    .sorted(Comparator.comparing(number -> events.get(number).at()))
                    .forEach(number -> {
                        MemberEvent event = events.get(number);
                        int subscription = subscription(event, workload);
                        groups.values().stream()
                                .filter(members -> members.get(0).subscription() == subscription)
                                .forEach(members -> add(number, event, members));
                    });
            return steps;
        }

        private void add(int number, MemberEvent event, List<ConsumerRole> members) {
            long at = event.at().toNanos();
            for (int i = 0; i < event.count(); i++) {
                ConsumerRole role =
                        event.action() == Action.JOIN ? members.get(0).numbered(roles.size()) : longest(members, at);
                long length = event.length().toNanos();
                steps.add(new ConsumerStep(number, event.action(), role.subscription(), role.consumer(), at, length));
                switch (event.action()) {
                    case JOIN -> {
                        members.add(role);
                        roles.add(role);
                    }
                    case STOP -> stoppedUntil.put(role.consumer(), event.end().toNanos());
                    case LEAVE, KILL -> members.remove(role);
                }
            }
        }

        private ConsumerRole longest(List<ConsumerRole> members, long at) {
            return members.stream()
                    .filter(role -> stoppedUntil.getOrDefault(role.consumer(), Long.MIN_VALUE) <= at)
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("members must have a consumer that can change, got none"));
        }
    }

    @Override
    public List<String> table(RunDetails run) {
        return of(run).stream().flatMap(event -> lines(event).stream()).toList();
    }

    private static List<String> lines(MemberEventResult event) {
        OptionalDouble longest = event.silence().maxSeconds();
        double median = event.silence().medianSeconds().orElse(0);
        String limit = event.silence().unended() > 0 ? "for more than" : "up to";
        String silence = longest.isEmpty()
                ? "silence unknown"
                : text("silent %s %.2f s, median %.2f s", limit, longest.getAsDouble(), median);
        AssignmentChange assignment = event.assignment();
        boolean shared = assignment.equals(AssignmentChange.NONE);
        OptionalDouble complete = assignment.completeAfterSeconds();
        String assigned = complete.isEmpty()
                ? "assignment " + assignment.state()
                : text("assigned after %.2f s", complete.getAsDouble());
        String moved = assignment.moved().isEmpty()
                ? ""
                : ", " + assignment.moved().getAsInt() + " moved, "
                        + assignment.movedWithoutNeed().orElse(0) + " without need";
        String redelivered = Figures.count(event.redelivered()) + " to be delivered again";
        String duplicated = Figures.count(event.duplicated()) + (shared ? " ended twice" : " duplicated");
        String after = text(
                "%s of %d of %s after %.1f s",
                event.action(), event.count(), event.subscription(), event.afterSeconds());
        return Paragraph.lines(
                "members    ",
                "             ",
                after + ": " + silence + "; " + (shared ? redelivered : assigned) + moved + "; " + duplicated);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        LoadSections.add("Changes of group members", table(of(run.result().weir())), tags);
        return tags;
    }

    private static Table table(List<MemberEventResult> events) {
        return RowTable.of(events)
                .text("event", each -> each.action() + " of " + each.count() + " of " + each.subscription())
                .number("after s", PLAIN, MemberEventResult::afterSeconds)
                .number("longest silence s", PLAIN, each -> each.silence().maxSeconds())
                .number("median s", PLAIN, each -> each.silence().medianSeconds())
                .figure("assigned after s", each -> assigned(each.assignment()))
                .messages("partitions moved", each -> each.assignment().moved())
                .messages("without need", each -> each.assignment().movedWithoutNeed())
                .messages("to be delivered again", MemberEventResult::redelivered)
                .messages("duplicates, or ended twice", MemberEventResult::duplicated)
                .table();
    }

    private static String assigned(AssignmentChange assignment) {
        String seconds = Cells.number(assignment.completeAfterSeconds(), PLAIN);
        return seconds.isEmpty() ? assignment.state() : seconds;
    }

    /**
     * Effect of a change of the members of groups: from this event to the next one of the same subscription, or to the end
     * of the measurement.
     *
     * @param action join, leave, stop or kill
     * @param subscription name of the subscription
     * @param afterSeconds when it was due, after the begin of the measurement
     * @param at when it was done
     * @param count number of members of each group that it concerned
     * @param assignment effect on the assignment; {@link AssignmentChange#NONE} for a share group
     * @param silence effect on the deliveries
     * @param duplicated arrivals of messages that had arrived before; in a share group messages that ended again; empty if
     *     unknown or not audited
     * @param redelivered in a share group, deliveries after which the system has to deliver the message again, because the
     *     consumer ended or the lock expired; empty if unknown, and for a consumer group
     */
    public record MemberEventResult(
            String action,
            String subscription,
            double afterSeconds,
            Moment at,
            int count,
            AssignmentChange assignment,
            Silence silence,
            OptionalLong duplicated,
            OptionalLong redelivered) {
        /** Value of {@link AssignmentChange#state}: each partition had one owner after changes of the assignment. */
        public static final String COMPLETE = "complete";

        /** Value of {@link AssignmentChange#state}: no partition changed its owner. */
        public static final String UNCHANGED = "unchanged";

        /**
         * Returns the longest silence of several events, in nanoseconds: at least {@link
         * MemberEvent#MIN_SILENCE_NANOS}. Empty if the silence of an event is unknown, or if there are no events.
         */
        public static OptionalDouble longestSilenceNanos(List<MemberEventResult> events) {
            OptionalDouble longest = longestNanos(
                    events.stream().map(event -> event.silence().maxSeconds()).toList());
            return longest.isEmpty()
                    ? longest
                    : OptionalDouble.of(Math.max(MemberEvent.MIN_SILENCE_NANOS, longest.getAsDouble()));
        }

        /**
         * Returns the longest time until an assignment was complete, in nanoseconds, of events that changed one. Empty if
         * the time of an event is unknown, or if there are no events.
         */
        public static OptionalDouble longestAssignmentNanos(List<MemberEventResult> events) {
            return longestNanos(events.stream()
                    .map(MemberEventResult::assignment)
                    .filter(assignment ->
                            !assignment.state().equals(UNCHANGED) && !assignment.equals(AssignmentChange.NONE))
                    .map(AssignmentChange::completeAfterSeconds)
                    .toList());
        }

        private static OptionalDouble longestNanos(List<OptionalDouble> seconds) {
            return seconds.stream().anyMatch(OptionalDouble::isEmpty)
                    ? OptionalDouble.empty()
                    : seconds.stream()
                            .mapToDouble(each -> each.getAsDouble() * 1e9)
                            .max();
        }

        /**
         * Change of the assignment of partitions to members.
         *
         * @param state {@value #COMPLETE}, {@value #UNCHANGED}, incomplete if a partition had no owner at the end, unknown,
         *     or none in a share group
         * @param completeAfterSeconds from the event to the last change, after which each partition had one owner
         * @param moved partitions that another member had at the end
         * @param movedWithoutNeed those of them beyond the fewest moves that share the partitions evenly
         */
        public record AssignmentChange(
                String state, OptionalDouble completeAfterSeconds, OptionalInt moved, OptionalInt movedWithoutNeed) {
            /** Partitions of a share group have no owners. */
            public static final AssignmentChange NONE =
                    new AssignmentChange("none", OptionalDouble.empty(), OptionalInt.empty(), OptionalInt.empty());
        }

        /**
         * For each partition, the longest time without a delivery that began before the event was over. An event is over
         * when its assignment is complete and a stop has ended; in a share group, when the next event begins.
         *
         * @param maxSeconds longest of all partitions; empty if unknown
         * @param medianSeconds median over all partitions, where one without a gap counts as 0
         * @param unended partitions that were silent until the end of the measurement: their times are lower bounds
         * @param partitions those that were silent for at least 20 ms
         */
        public record Silence(
                OptionalDouble maxSeconds,
                OptionalDouble medianSeconds,
                int unended,
                List<PartitionSilence> partitions) {
            public Silence {
                partitions = List.copyOf(partitions);
            }
        }

        /**
         * Silence of a partition.
         *
         * @param fromSeconds last delivery before it, relative to the event; negative if it was before
         * @param toSeconds first delivery after it, relative to the event; the end of the measurement if there was none
         * @param moved whether another member had the partition at the end
         */
        public record PartitionSilence(
                String topic, int partition, double fromSeconds, double toSeconds, boolean ended, boolean moved) {
            public double seconds() {
                return toSeconds - fromSeconds;
            }
        }
    }
}
