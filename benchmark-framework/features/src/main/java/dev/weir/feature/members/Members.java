package dev.weir.feature.members;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
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
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.threshold.PartMetric;
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

    private static List<MemberEventResult> of(RunDetails run) {
        return PART.in(run).orElse(List.of());
    }

    @Override
    public List<ConsumerStep> steps(Workload workload, List<ConsumerRole> consumers) {
        return new MemberPlan(events(workload), workload, consumers).steps();
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
        private final List<MemberEvent> events;
        private final List<String> names;
        private final List<ConsumerRole> roles;
        private final Map<Integer, Long> stoppedUntil = new HashMap<>();
        private final List<ConsumerStep> steps = new ArrayList<>();

        /** @param roles consumers that begin before the load; those that join are added */
        MemberPlan(List<MemberEvent> events, Workload workload, List<ConsumerRole> roles) {
            this.events = events;
            this.names = workload.subscriptions().each().stream()
                    .map(Subscription::name)
                    .toList();
            this.roles = roles;
        }

        List<ConsumerStep> steps() {
            Map<String, List<ConsumerRole>> groups = new LinkedHashMap<>();
            roles.forEach(role -> groups.computeIfAbsent(role.group(), absent -> new ArrayList<>())
                    .add(role));
            IntStream.range(0, events.size())
                    .boxed()
                    .sorted(Comparator.comparing(number -> events.get(number).at()))
                    .forEach(number -> {
                        MemberEvent event = events.get(number);
                        int subscription = names.indexOf(event.subscription());
                        groups.values().stream()
                                .filter(members -> members.get(0).subscription() == subscription)
                                .forEach(members -> add(number, event, members));
                    });
            return steps;
        }

        private void add(int number, MemberEvent event, List<ConsumerRole> members) {
            long at = event.at().toNanos();
            for (int i = 0; i < event.count(); i++) {
                ConsumerRole role = event.action() == Action.JOIN ? joined(members) : longest(members, at);
                steps.add(new ConsumerStep(
                        number,
                        event.action(),
                        role.subscription(),
                        role.consumer(),
                        at,
                        event.length().toNanos()));
                switch (event.action()) {
                    case JOIN -> members.add(role);
                    case STOP -> stoppedUntil.put(role.consumer(), event.end().toNanos());
                    case LEAVE, KILL -> members.remove(role);
                }
            }
        }

        private ConsumerRole joined(List<ConsumerRole> members) {
            ConsumerRole role = members.get(0).numbered(roles.size());
            roles.add(role);
            return role;
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
        MemberEventResult.AssignmentChange assignment = event.assignment();
        String silence = event.silence().maxSeconds().isEmpty()
                ? "silence unknown"
                : String.format(
                        Locale.ROOT,
                        "silent %s %.2f s, median %.2f s",
                        event.silence().unended() > 0 ? "for more than" : "up to",
                        event.silence().maxSeconds().getAsDouble(),
                        event.silence().medianSeconds().orElse(0));
        String assigned = assignment.equals(MemberEventResult.AssignmentChange.NONE)
                ? Figures.count(event.redelivered()) + " to be delivered again"
                : assignment.completeAfterSeconds().isEmpty()
                        ? "assignment " + assignment.state()
                        : String.format(
                                Locale.ROOT,
                                "assigned after %.2f s",
                                assignment.completeAfterSeconds().getAsDouble());
        String moved = assignment.moved().isEmpty()
                ? ""
                : ", " + assignment.moved().getAsInt() + " moved, "
                        + assignment.movedWithoutNeed().orElse(0) + " without need";
        String duplicated = Figures.count(event.duplicated())
                + (assignment.equals(MemberEventResult.AssignmentChange.NONE) ? " ended twice" : " duplicated");
        return Paragraph.lines(
                "members    ",
                "             ",
                String.format(
                        Locale.ROOT,
                        "%s of %d of %s after %.1f s: %s; %s%s; %s",
                        event.action(),
                        event.count(),
                        event.subscription(),
                        event.afterSeconds(),
                        silence,
                        assigned,
                        moved,
                        duplicated));
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
                .number("after s", NumberKind.PLAIN, MemberEventResult::afterSeconds)
                .number(
                        "longest silence s",
                        NumberKind.PLAIN,
                        each -> each.silence().maxSeconds())
                .number("median s", NumberKind.PLAIN, each -> each.silence().medianSeconds())
                .figure("assigned after s", each -> assigned(each.assignment()))
                .messages("partitions moved", each -> each.assignment().moved())
                .messages("without need", each -> each.assignment().movedWithoutNeed())
                .messages("to be delivered again", MemberEventResult::redelivered)
                .messages("duplicates, or ended twice", MemberEventResult::duplicated)
                .table();
    }

    private static String assigned(MemberEventResult.AssignmentChange assignment) {
        String seconds = Cells.number(assignment.completeAfterSeconds(), NumberKind.PLAIN);
        return seconds.isEmpty() ? assignment.state() : seconds;
    }
}
