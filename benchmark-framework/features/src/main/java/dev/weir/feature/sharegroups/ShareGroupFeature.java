package dev.weir.feature.sharegroups;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObservers;
import dev.weir.feature.Feature;
import dev.weir.measure.ShareCounts;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import java.util.ArrayList;
import java.util.List;

/** Subscriptions that are share groups, the part {@code shareGroups} of a result, and how it is shown. */
public final class ShareGroupFeature implements Feature, RunObservers, PartView, PartSection {
    /** In the order of the subscriptions. */
    public static final ResultPart<List<ShareGroupResult>> PART =
            new ResultPart<>("shareGroups", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(this, PART);
    }

    @Override
    public List<RunObserver> of(RunRequest request, Clock clock) {
        return List.of(new ShareGroupObserver(request.workload().subscriptions().each()));
    }

    private static List<ShareGroupResult> groups(RunDetails details) {
        return PART.in(details).orElse(List.of());
    }

    @Override
    public List<String> received(RunDetails details) {
        return groups(details).stream().map(ShareGroupFeature::text).toList();
    }

    private static String text(ShareGroupResult group) {
        ShareCounts counts = group.counts();
        return "share group " + group.name() + ": " + Figures.count(counts.accepted()) + " accepted, "
                + Figures.count(counts.rejected()) + " rejected, " + Figures.count(counts.archived())
                + " archived; delivered again after a release "
                + Figures.count(counts.returned().released())
                + ", after an expired lock " + Figures.count(counts.returned().expired())
                + ", after a consumer ended " + Figures.count(counts.returned().heldAtEnd())
                + ", for unknown causes " + Figures.count(group.otherRedeliveries())
                + "; ended twice " + Figures.count(group.endedAgain());
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        LoadSections.add("Share groups, messages", table(groups(run.result().weir())), tags);
        return tags;
    }

    private static Table table(List<ShareGroupResult> groups) {
        return RowTable.of(groups)
                .text("subscription", ShareGroupResult::name)
                .messages("accepted", each -> each.counts().accepted())
                .messages("rejected", each -> each.counts().rejected())
                .messages("archived", each -> each.counts().archived())
                .messages("deliveries", each -> each.counts().deliveries())
                .messages("delivered again", ShareGroupResult::redeliveries)
                .messages("after release", each -> each.counts().returned().released())
                .messages(
                        "after an expired lock",
                        each -> each.counts().returned().expired())
                .messages(
                        "after a consumer's end",
                        each -> each.counts().returned().heldAtEnd())
                .messages("unknown causes", ShareGroupResult::otherRedeliveries)
                .messages("ended twice", ShareGroupResult::endedAgain)
                .messages("renewed locks", each -> each.counts().renewed())
                .messages("acknowledgements unanswered", each -> each.counts().unanswered())
                .table();
    }
}
