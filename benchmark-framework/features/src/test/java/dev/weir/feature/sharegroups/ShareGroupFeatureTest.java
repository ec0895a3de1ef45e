package dev.weir.feature.sharegroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.workers.RunObserver.EndedRun;
import dev.weir.feature.PartPages;
import dev.weir.report.RunSummary;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.document.RunDetails;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How share groups are shown. */
class ShareGroupFeatureTest {
    private static final ShareCounts COUNTS =
            new ShareCounts(List.of(180L, 12L, 3L), 150, 20, 1, new ShareCounts.Returned(8, 3, 4), 2, 9);
    private static final Map<String, List<ShareGroupResult>> PARTS = Map.of(
            ShareGroupFeature.PART.name(),
            List.of(new ShareGroupResult(0, "jobs", COUNTS, OptionalLong.of(1), OptionalLong.of(6))));

    @TempDir
    Path folder;

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
        PartPages.assertDescribed(PARTS, "deliveriesByAttempt");
    }

    @Test
    void deliveriesWithoutAKnownCauseAreThoseThatTheAuditDoesNotDoubt() {
        assertThat(ShareGroupResult.of(0, "jobs", COUNTS, 1, 3))
                .isEqualTo(new ShareGroupResult(0, "jobs", COUNTS, OptionalLong.of(1), OptionalLong.of(6)));
    }

    @Test
    void aRunWithoutShareGroupsHasNone() {
        assertThat(new ShareGroupFeature.ShareGroupObserver(List.of())
                        .parts(new EndedRun(RunDetails.NONE, false, List.of(), Optional.empty())))
                .isEqualTo(Map.of("shareGroups", List.of()));
    }
}
