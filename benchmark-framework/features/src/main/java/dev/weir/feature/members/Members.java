package dev.weir.feature.members;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Consumers that join, leave, stop or are killed while the load runs, and what that does to deliveries. */
public final class Members implements Feature, ConsumerSteps, PartView, PartSection {
    public static final ResultPart<List<MemberEventResult>> PART =
            new ResultPart<>("members", new TypeReference<>() {}, false);

    public static final MemberSection SECTION = new MemberSection();

    private static final int WIDTH = 80;

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
                .filter(event -> event.action() == ConsumerStep.Action.JOIN)
                .filter(event -> event.subscription().equals(subscription.name()))
                .mapToInt(MemberEvent::count)
                .sum();
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
                ? Figures.count(event.repeats().redelivered()) + " to be delivered again"
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
        String duplicated = Figures.count(event.repeats().duplicated())
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
                        duplicated),
                WIDTH);
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
                .messages("to be delivered again", each -> each.repeats().redelivered())
                .messages("duplicates, or ended twice", each -> each.repeats().duplicated())
                .table();
    }

    private static String assigned(MemberEventResult.AssignmentChange assignment) {
        String seconds = Cells.number(assignment.completeAfterSeconds(), NumberKind.PLAIN);
        return seconds.isEmpty() ? assignment.state() : seconds;
    }
}
