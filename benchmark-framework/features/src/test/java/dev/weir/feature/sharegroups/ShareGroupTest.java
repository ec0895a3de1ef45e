package dev.weir.feature.sharegroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.workers.RunObserver.EndedRun;
import dev.weir.feature.FeatureMessages;
import dev.weir.feature.PartPages;
import dev.weir.feature.SectionFiles;
import dev.weir.feature.sharegroups.ShareGroup.Handling;
import dev.weir.feature.sharegroups.ShareGroupFeature.ShareGroupResult;
import dev.weir.feature.sharegroups.ShareGroupFeature.ShareNotes;
import dev.weir.plan.ConsumerRole;
import dev.weir.report.RunSummary;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.document.RunDetails;
import dev.weir.wire.MessageSamples;
import dev.weir.wire.message.Message;
import dev.weir.worker.Receipts.Delivered;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How share groups are read, sent to workers, handle messages and are shown. */
class ShareGroupTest extends SectionFiles implements FeatureMessages {
    private static final String BASE = TOPIC + "messageSize: 100\nproducerRate: 1000\ntestDuration: 1h\n";
    private static final int MESSAGES = 100_000;
    private static final ShareCounts COUNTS =
            new ShareCounts(List.of(180L, 12L, 3L), 150, 20, 1, new ShareCounts.Returned(8, 3, 4), 2, 9);
    private static final Map<String, List<ShareGroupResult>> PARTS =
            Map.of(ShareGroupFeature.PART.name(), List.of(ShareGroupResult.of(0, "jobs", COUNTS, 1, 3)));

    @Test
    void readsAShareGroup() throws IOException {
        Workload workload = read(BASE + """
                        subscriptions:
                          - name: jobs
                            type: share
                            consumers: 8
                            processingTime: 5ms
                            acknowledgement: explicit
                            releaseRatio: 0.25
                            rejectRatio: 0.125
                            expiryRatio: 0.5
                            processingConcurrency: 3
                            groupConfig: {share.delivery.count.limit: 4}
                        """).orElseThrow();

        Subscription jobs = workload.subscriptions().each().get(0);
        assertThat(jobs.type())
                .contains(new ShareGroup(true, 0.25, 0.125, 0.5, 3, false, Map.of("share.delivery.count.limit", "4")));
        assertThat(jobs.activeConsumers(1)).isEqualTo(8);
    }

    @Test
    void effectiveFileReadsBackAsAnEqualWorkload() throws IOException {
        var share = new ShareGroup(true, 0.25, 0.125, 0, 3, true, Map.of("share.delivery.count.limit", "4"));
        assertReadsBack(Workloads.small()
                .subscriptions(Workloads.jobs(2, 0, share, Map.of()))
                .build());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            subscriptions: [{name: a, releaseRatio: 0.1}] | is a field of a share group: write type: share, or remove it
            subscriptions: [{name: a, type: share, rejectRatio: 1}] | needs acknowledgement: explicit
            subscriptions: [{name: a, type: share, acknowledgement: explicit, rejectRatio: 0.75, releaseRatio: 0.5}] | must be at most 1 together with rejectRatio and expiryRatio, got 1.25
            subscriptions: [{name: a, type: share, acknowledgement: explicit, expiryRatio: 0.1, renewLocks: true}] | cannot be combined with renewLocks, with which no lock expires; remove one
            subscriptions: [{name: a, type: share, startAfter: 1s}] | a is a share group: with startAfter it has to begin at the first message, since the system does not report where else it begins; add from: earliest
            subscriptions: [{name: a, type: share, groupConfig: {sasl.password: x}}] | must not hold secrets, got sasl.password: write it into the driver file
            """)
    void refusesShareGroupsThatCannotBe(String fields, String message) throws IOException {
        assertRefused(BASE, fields, message);
    }

    @Test
    void eachHandlingHasItsPartOfTheDeliveries() {
        var share = new ShareGroup(true, 0.1, 0.05, 0.01, 1, false, Map.of());

        Map<Handling, Integer> counts = counts(share, 7);

        // Within five standard deviations.
        assertThat(counts.get(Handling.RELEASE)).isBetween(9_525, 10_475);
        assertThat(counts.get(Handling.REJECT)).isBetween(4_655, 5_345);
        assertThat(counts.get(Handling.KEEP)).isBetween(842, 1_158);
    }

    @Test
    void isTheSameForTheSameSeedAndAnotherForAnotherAttempt() {
        var share = new ShareGroup(true, 0.5, 0, 0, 1, false, Map.of());
        int differing = 0;
        for (int sequence = 0; sequence < 1000; sequence++) {
            var message = new Delivered(3, sequence, true, 0, 0);
            assertThat(share.handling(7, message, 1)).isEqualTo(share.handling(7, message, 1));
            differing += share.handling(7, message, 1) == share.handling(7, message, 2) ? 0 : 1;
        }
        assertThat(differing).isBetween(400, 600);
        assertThat(counts(share, 7)).isNotEqualTo(counts(share, 8));
    }

    @Override
    public List<Message> messages() {
        return List.of(
                assign(),
                new ShareNotes(
                        1, new ShareCounts(List.of(9L, 0L, 1L), 1, 2, 3, new ShareCounts.Returned(4, 5, 6), 7, 8)));
    }

    /** Names of a message, of a class, and of nothing: none of them is a type. They are as long as the right one. */
    @ParameterizedTest
    @ValueSource(strings = {"loadEnded.", "ShareGroup", "sharegroup"})
    void refusesATypeOfAnotherName(String name) {
        FeatureMessages.assertTypeRefused(assign(), "shareGroup", name);
    }

    /** Deliveries without a known cause are those that the audit does not doubt. */
    @Test
    void printsWhatBecameOfMessages() {
        var feature = new ShareGroupFeature();

        assertThat(feature.received(RunDetails.NONE.with(PARTS)))
                .containsExactly("share group jobs: 150 accepted, 20 rejected, 1 archived; delivered again after a"
                        + " release 8, after an expired lock 3, after a consumer ended 4, for unknown causes 6;"
                        + " ended twice 1");
        assertThat(feature.received(RunDetails.NONE)).isEmpty();
    }

    @Test
    void messagesOfItCanBeUnknownBecauseOfAMissingAnswer() {
        var share = new ShareGroup(true, 0, 0, 0, 1, false, Map.of());
        Subscription jobs = Workloads.jobs(1, 0, share, Map.of());
        RunResult result = SampleResults.of(
                folder, Workloads.small().subscriptions(jobs).build(), "", false, List.of(), List.of());

        assertThat(RunSummary.lines(result, Path.of("none.json"), false))
                .contains("           6 unknown because a worker or an answer was lost, 7 delivered again");
    }

    @Test
    void pagesHaveItsTableAndTheResultPageItsFields() throws IOException {
        assertThat(PartPages.html(folder, PARTS)).contains("Share groups, messages", "acknowledgements unanswered");
    }

    @Test
    void aRunWithoutShareGroupsHasNone() {
        assertThat(new ShareGroupFeature.ShareGroupObserver(List.of())
                        .parts(new EndedRun(RunDetails.NONE, false, List.of(), Optional.empty())))
                .isEqualTo(Map.of("shareGroups", List.of()));
    }

    private static Map<Handling, Integer> counts(ShareGroup share, long seed) {
        Map<Handling, Integer> counts = new EnumMap<>(Handling.class);
        for (int sequence = 0; sequence < MESSAGES; sequence++) {
            counts.merge(share.handling(seed, new Delivered(0, sequence, true, 0, 0), 1), 1, Integer::sum);
        }
        return counts;
    }

    private static Message.Assign assign() {
        ConsumerRole role = MessageSamples.assignment().clients().consumers().get(0);
        var share = new ShareGroup(true, 0.25, 0.125, 0.5, 3, true, Map.of("a", "b"));
        var consumer = new ConsumerRole(
                role.consumer(),
                role.clientId(),
                role.topic(),
                role.partitions(),
                role.subscription(),
                role.group(),
                role.from(),
                Workloads.jobs(1, 0, share, Map.of()));
        return FeatureMessages.assign(List.of(consumer), List.of());
    }
}
