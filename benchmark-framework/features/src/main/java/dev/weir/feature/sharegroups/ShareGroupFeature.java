package dev.weir.feature.sharegroups;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.share.ShareGroupSpec;
import dev.weir.feature.Feature;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.document.RunDetails;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WireRecord;
import dev.weir.workload.Subscription;
import dev.weir.workload.text.NumberText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Subscriptions that are share groups, the part {@code shareGroups} of a result, and how it is shown. */
public final class ShareGroupFeature implements Feature, PartView, PartSection {
    /** In the order of the subscriptions. */
    public static final ResultPart<List<ShareGroupResult>> PART =
            new ResultPart<>("shareGroups", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(
                this,
                ShareGroup.FIELDS,
                new WireRecord(ShareGroup.class),
                new WireRecord(ShareNotes.class),
                PART,
                (RunObserver.Maker) (request, clock) -> List.of(new ShareGroupObserver(
                        request.workload().subscriptions().each())));
    }

    private static List<ShareGroupResult> groups(RunDetails details) {
        return PART.in(details).orElse(List.of());
    }

    @Override
    public List<List<String>> words() {
        return List.of(
                List.of(
                        "acceptedEndToEnd",
                        "from when a message was due to the delivery that a share group's consumer accepted"),
                List.of("acquisitionToAcknowledgement", "from that poll to the consumer's acknowledgement"));
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

    /**
     * What one consumer of a share group did since its previous notes.
     *
     * @param subscription number of its subscription among those of its topic
     */
    record ShareNotes(int subscription, ShareCounts counts) implements Message.OfFeature {}

    /** Sets up the share groups of a run, and counts what they do with messages. */
    static final class ShareGroupObserver implements RunObserver {
        private static final Duration SETUP_LIMIT = Duration.ofMinutes(2);

        private final List<Subscription> subscriptions;
        private final Map<Integer, ShareCounts> counts = new TreeMap<>();

        ShareGroupObserver(List<Subscription> subscriptions) {
            this.subscriptions = subscriptions;
        }

        @Override
        public void prepare(Admin admin, List<Assignment> assignments, ProgressListener progress) {
            Map<String, ShareGroupSpec> groups = new TreeMap<>();
            for (Assignment assignment : assignments) {
                boolean committedOnly = assignment.load().committedOnly();
                for (ConsumerRole role : assignment.clients().consumers()) {
                    if (role.kind().type().orElse(null) instanceof ShareGroup share) {
                        String group = role.group();
                        var spec = new ShareGroupSpec(
                                group, role.from(), committedOnly, share.renewsLocks(), share.groupConfig());
                        groups.put(group, spec);
                    }
                }
            }
            if (!groups.isEmpty()) {
                progress.step("setting up " + NumberText.counted(groups.size(), "share group"));
                admin.configureShareGroups(List.copyOf(groups.values()), SETUP_LIMIT);
            }
        }

        @Override
        public void message(WorkerLink worker, Message message) {
            if (message instanceof ShareNotes notes) {
                counts.merge(notes.subscription(), notes.counts(), ShareCounts::plus);
            }
        }

        @Override
        public Map<String, ?> parts(EndedRun run) {
            List<ShareGroupResult> groups = new ArrayList<>();
            counts.forEach((s, all) -> {
                String name = subscriptions.get(s).name();
                groups.add(run.audit()
                        .map(audit -> ShareGroupResult.of(s, name, all, audit.duplicated(s), audit.unknown(s)))
                        .orElse(new ShareGroupResult(s, name, all, OptionalLong.empty(), OptionalLong.empty())));
            });
            return Map.of(PART.name(), groups);
        }
    }

    /**
     * What happened to the messages that a share group delivered, over all topics and the whole run. Its latencies are
     * those of its {@link SubscriptionResult}.
     *
     * @param subscription its number among those of each topic, from 0
     * @param counts counts as far as its consumers could report them
     * @param endedAgain acknowledgements that the system confirmed although the message had ended before: its lock had
     *     expired, and another consumer had got the message. Kafka does not refuse these. Empty if not audited
     * @param otherRedeliveries messages that were delivered again without a known cause: the previous acknowledgement was
     *     not answered, or a worker was lost. If a worker was lost, there can be more. Empty if not audited
     */
    public record ShareGroupResult(
            int subscription,
            String name,
            ShareCounts counts,
            OptionalLong endedAgain,
            OptionalLong otherRedeliveries) {
        /** @param unknown messages that may have ended, by the audit */
        static ShareGroupResult of(int subscription, String name, ShareCounts counts, long endedAgain, long unknown) {
            OptionalLong others = OptionalLong.of(Math.max(0, counts.unsettled() - unknown));
            return new ShareGroupResult(subscription, name, counts, OptionalLong.of(endedAgain), others);
        }

        /** Returns deliveries of messages that had been delivered before; empty if not audited. */
        public OptionalLong redeliveries() {
            return endedAgain.isEmpty() || otherRedeliveries.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(
                            counts.returned().total() + endedAgain.getAsLong() + otherRedeliveries.getAsLong());
        }
    }
}
